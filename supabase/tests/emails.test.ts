/** The outbox of emails: leases, retries, dead letters and failing providers. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { EMAIL, leasedEmails } from "#contracts/email.ts";
import { createInbox } from "../../local/inbox/index.ts";
import { EMAIL_KEY } from "../../local/keys.ts";
import { sweepStep } from "./support/sweep.ts";
import { testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
beforeEach(async () => {
  await db.admin`delete from private.outbox_emails`;
});

const enqueue = (key: string = randomUUID()) =>
  db.admin`select private.enqueue_email(${key}, 'ana@parley.example', 'test', 'es')`;
async function lease(limit = 20) {
  const [row] = await db.admin`select private.lease_emails(${limit}) as leased`;
  return leasedEmails.parse(row?.leased);
}
async function settle(id: string, by: string, outcome: string, error: string | null = null) {
  const [row] = await db.admin`select private.settle_email(${id}, ${by}, ${outcome}, ${error}) as state`;
  return row?.state;
}
/** Leases the single email and settles it. */
async function attempt(outcome: string) {
  const { lease: by, emails } = await lease();
  const [email] = emails;
  return email === undefined ? "none due" : await settle(email.id, by, outcome, "status 500");
}
const pass = (minutes: number) => db.admin`
  update private.outbox_emails
  set next_attempt_at = next_attempt_at - ${minutes} * interval '1 minute',
    lease_until = lease_until - ${minutes} * interval '1 minute'`;
const states = async () =>
  (await db.admin`select state, attempts from private.outbox_emails`).map(({ state, attempts }) => [state, attempts]);

test("stores an email once by its key", async () => {
  await enqueue("invitation:1");
  await enqueue("invitation:1");
  expect(await states()).toEqual([["waiting", 0]]);
});

test("gives two senders different emails", async () => {
  for (let number = 0; number < 30; number++) await enqueue();
  const [first, second] = await Promise.all([lease(), lease()]);
  const ids = [...first.emails, ...second.emails].map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  expect((await lease()).emails).toEqual([]);
});

test("ignores the result of a sender that lost its lease", async () => {
  await enqueue();
  const lost = await lease();
  await pass(EMAIL.leaseMs / 60_000);
  const { lease: by, emails } = await lease();
  const id = emails[0]?.id ?? "";
  expect(id).toBe(lost.emails[0]?.id);
  expect(await settle(id, lost.lease, "refused")).toBeNull();
  expect(await settle(id, by, "sent")).toBe("sent");
  expect(await settle(id, by, "sent")).toBeNull();
});

test("survives a provider that is down for an hour", async () => {
  await enqueue();
  for (let minute = 0; minute < 60; minute++) {
    await attempt("unknown");
    await pass(1);
  }
  const [[state, attempts] = []] = await states();
  expect(state).toBe("waiting");
  expect(attempts).toBeLessThan(EMAIL.maxAttempts / 2 + 1);
  await pass(60);
  expect(await attempt("sent")).toBe("sent");
});

test("makes an email a dead letter after its attempts", async () => {
  await enqueue();
  for (let number = 1; number < EMAIL.maxAttempts; number++) {
    expect(await attempt("unknown")).toBe("waiting");
    await pass(60);
  }
  expect(await attempt("unknown")).toBe("dead");
  await pass(600);
  expect(await attempt("sent")).toBe("none due");
  await enqueue();
  expect(await attempt("refused")).toBe("dead");
});

test("counts no attempt while the account is rejected", async () => {
  await enqueue();
  for (let number = 0; number < 2 * EMAIL.maxAttempts; number++) {
    expect(await attempt("account")).toBe("waiting");
    expect(await attempt("account")).toBe("none due");
    await pass(5);
  }
  expect(await states()).toEqual([["waiting", 0]]);
  expect(await attempt("sent")).toBe("sent");
});

test("ignores a lease from before the clock was set back", async () => {
  await enqueue();
  await lease();
  await db.admin`update private.outbox_emails set lease_until = lease_until + interval '1 day'`;
  expect((await lease()).emails).toHaveLength(1);
});

test("sweeps sent emails after a day, dead after a month", async () => {
  for (const state of ["sent", "dead"]) {
    await enqueue(state);
    await db.admin`
      update private.outbox_emails set state = ${state}, ended_at = now() - interval '25 hours' where key = ${state}`;
  }
  await sweepStep(db, "emails");
  expect(await states()).toEqual([["dead", 0]]);
  await sweepStep(db, "emails", { aheadMs: 31 * 86_400_000 });
  expect(await states()).toEqual([]);
});

test("the inbox delivers an email once despite a repeat", async () => {
  const inbox = createInbox();
  const post = (id: string, over: object = {}, bearer = EMAIL_KEY) =>
    inbox.receive(
      new Request("http://127.0.0.1/inbox/emails", {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "idempotency-key": id },
        body: JSON.stringify({
          ...{ from: "Parley <a@b.example>", to: ["ana@parley.example"], subject: "s", html: "<p>h</p>" },
          ...over,
        }),
      }),
    );
  // The response of the first request is lost, so the sender repeats it.
  await post("key");
  const again = await post("key");
  expect(again.status).toBe(200);
  expect((await post("key", { subject: "other" })).status).toBe(409);
  expect((await post("other", { to: [] })).status).toBe(422);
  expect((await post("other", {}, "wrong")).status).toBe(401);
  const list = await inbox.handle(new Request("http://127.0.0.1/inbox/api?to=ana@parley.example"))?.json();
  expect(list).toHaveLength(1);
});

/** Notices about changes of an account: by email, or by SMS to people without an address, within limits. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { leasedEmails } from "#contracts/email.ts";
import { SMS } from "#contracts/smsLimits.ts";
import { factorActions } from "./support/factors.ts";
import { account } from "./support/fixtures.ts";
import { newPhone, phoneAccount, phoneActions, signInBySms } from "./support/phones.ts";
import { emptyResult, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { signIn, addFactor, removeFactor } = factorActions(db);
const { change, remove } = phoneActions(db);
beforeEach(() => db.admin`delete from private.outbox_emails`);

const notices = () => db.admin<{ recipient: string; change: string }[]>`
  select recipient, payload ->> 'change' as change from private.outbox_emails where template = 'account-changed' order by key`;

describe("a notice", () => {
  test("goes to the address about every change", async () => {
    const ana = await signIn(await account(db));
    await change(ana);
    const [row] = await db.admin<{ email: string }[]>`select email from auth.users where id = ${ana.id}`;
    await change(ana);
    await remove(await signIn(ana));
    expect(await notices()).toEqual(
      ["phone-added", "phone-changed", "phone-removed"].map((change) => ({ recipient: row?.email, change })),
    );
  });

  test("goes to the former number without an address", async () => {
    const ana = await phoneAccount(db);
    const session = await signInBySms(db, ana);
    await change(session);
    expect(await notices()).toEqual([{ recipient: `+${ana.phone}`, change: "phone-changed" }]);
  });

  test("about other changes is an SMS without an address", async () => {
    const ana = await phoneAccount(db);
    const factor = await addFactor(ana, "unverified");
    await db.rpc(await signIn(ana), "allow_new_factor", { p_factor_id: factor }, emptyResult);
    await db.admin`update auth.mfa_factors set status = 'verified' where id = ${factor}`;
    await removeFactor(factor);
    const session = await signIn(ana);
    await db.rpc(session, "allow_password_change", {}, emptyResult);
    await db.admin`update auth.users set encrypted_password = 'own' where id = ${ana.id}`;
    await db.rpc(session, "request_account_deletion", { p_email: `+${ana.phone}` }, z.object({}));
    const sent = await db.admin<{ template: string }[]>`
      select template from private.outbox_emails where recipient = ${`+${ana.phone}`} order by template`;
    expect(sent.map(({ template }) => template)).toEqual([
      ...["account-changed", "account-changed", "account-deletion", "password-changed"],
    ]);
  });

  test("is sent about a first password, unless the account is new", async () => {
    for (const [age, templates] of [
      ["0 seconds", []],
      ["1 day", ["password-changed"]],
    ] as const) {
      const ana = await phoneAccount(db);
      await db.admin`update auth.users set created_at = now() - ${age}::interval where id = ${ana.id}`;
      // Auth confirms the number once more, as at each sign-in.
      await db.rpc(await signInBySms(db, ana), "allow_password_change", {}, emptyResult);
      await db.admin`update auth.users set encrypted_password = 'own' where id = ${ana.id}`;
      const sent = await db.admin<{ template: string }[]>`
        select template from private.outbox_emails where recipient = ${`+${ana.phone}`}`;
      expect(sent.map(({ template }) => template)).toEqual(templates);
    }
  });

  test("is not sent about the first number, and when the account goes", async () => {
    const ana = await phoneAccount(db);
    await db.admin`update auth.users set phone = null, deleted_at = now() where id = ${ana.id}`;
    expect(await notices()).toEqual([]);
  });
});

describe("notices by SMS", () => {
  const queue = (phone: string, count = 1) => db.admin`
    select private.enqueue_email(${randomUUID()} || '-' || place, ${`+${phone}`}, 'account-changed', 'en', '{"change": "email"}')
    from generate_series(1, ${count}) as place`;
  const lease = () => db.rpc(service, "lease_emails", { p_limit: 20 }, leasedEmails);
  const deadOnes = () =>
    db.admin`select from private.outbox_emails where state = 'dead' and last_error = 'too many SMS'`;
  beforeEach(() => db.admin`delete from private.sign_in_counts`);

  test("are limited by number", async () => {
    await queue(newPhone(), SMS.noticesOfNumberInDay + 2);
    await queue(newPhone());
    expect((await lease()).emails).toHaveLength(SMS.noticesOfNumberInDay + 1);
    expect(await deadOnes()).toHaveLength(2);
  });

  test("are limited together, and stop no email", async () => {
    await db.admin`
      insert into private.sign_in_counts (ends_at, limit_name, key, count)
      values (date_trunc('day', now(), 'utc') + interval '24 hours', 'sms.noticesInDay', '', ${SMS.noticesInDay})`;
    await queue(newPhone(), 45);
    await db.admin`
      select private.enqueue_email('an email', '+34600111222@parley.example', 'account-changed', 'en', '{"change": "email"}')`;
    const { emails } = await lease();
    expect(emails.map(({ recipient }) => recipient)).toEqual(["+34600111222@parley.example"]);
    expect(await deadOnes()).toHaveLength(45);
  });

  test("are counted once, however often they are tried", async () => {
    await queue(newPhone());
    const { lease: first, emails } = await lease();
    const outcome = { p_outcome: "account", p_error: "status 401" };
    await db.rpc(service, "settle_email", { p_id: emails[0]?.id ?? "", p_lease: first, ...outcome }, z.string());
    await db.admin`update private.outbox_emails set next_attempt_at = now()`;
    expect((await lease()).emails).toHaveLength(1);
    const counts = await db.admin<{ count: number }[]>`select count from private.sign_in_counts`;
    expect(counts.map(({ count }) => count)).toEqual([1, 1]);
  });
});

/** Shares of the emails about confirmations, emails that nobody may get any more, and people who want none. */
import { beforeEach, describe, expect, test } from "vitest";
import { profile } from "#contracts/account.ts";
import { CONFIRMATIONS } from "#contracts/confirmationLimits.ts";
import { EMAIL, leasedEmails } from "#contracts/email.ts";
import { confirmationActions } from "./support/confirmations.ts";
import { account, type Person, person } from "./support/fixtures.ts";
import { lineActions } from "./support/lineActions.ts";
import { moderation } from "./support/moderation.ts";
import { rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { mark, answer, put, asked, passHours, openLink, answerByLink, stopEmails, queueEmails, emails, endCall } =
  confirmationActions(db);
const { remove } = moderation(db);
const { edit, wipe } = lineActions(db);

beforeEach(async () => {
  await db.admin`delete from public.confirmations`;
  await db.admin`delete from private.outbox_emails`;
  await db.admin`delete from private.confirmation_emails`;
});

const accounts = (count: number) => Promise.all(Array.from({ length: count }, () => account(db)));
const emailsTo = async ({ id }: Person) =>
  (await emails()).filter(({ recipient }) => recipient === `${id}@parley.example`).length;
const lease = () => db.rpc(service, "lease_emails", { p_limit: EMAIL.perBatch }, leasedEmails);
const payloads = async () =>
  (await db.admin`select payload from private.outbox_emails where template = 'confirmation' and payload <> '{}'`).map(
    ({ payload }) => payload,
  );

describe("emails of one day", () => {
  test("reach others beside a person with many decisions", async () => {
    const [busy, tom, one, other] = (await accounts(4)) as [Person, Person, Person, Person];
    await put(one, [busy], CONFIRMATIONS.emailsPerPersonInDay + 2);
    await put(other, [tom], 1);
    for (let run = 0; run < 8; run++) await queueEmails({ limit: 2 });
    expect(await emailsTo(tom)).toBe(1);
  });

  test("are three about one meeting, the oldest first", async () => {
    const [host, tom] = (await accounts(2)) as [Person, Person];
    await put(host, [tom], 5);
    expect(await queueEmails()).toBe(CONFIRMATIONS.emailsPerPersonInMeeting);
    expect(await queueEmails()).toBe(0);
    await passHours(24);
    // Three reminders are due too.
    expect(await queueEmails()).toBe(CONFIRMATIONS.emailsPerPersonInMeeting);
  });

  test("are ten to one person", async () => {
    const [tom, ...hosts] = (await accounts(5)) as [Person, ...Person[]];
    for (const host of hosts) await put(host, [tom], 3);
    for (let run = 0; run < 3; run++) await queueEmails();
    expect(await emailsTo(tom)).toBe(CONFIRMATIONS.emailsPerPersonInDay);
  });

  test("are ten for the meetings of a guest", async () => {
    const host = await person(db);
    for (let meeting = 0; meeting < 2; meeting++) await put(host, await accounts(3), 2);
    for (let run = 0; run < 3; run++) await queueEmails();
    expect(await emails()).toHaveLength(CONFIRMATIONS.emailsPerGuestHost);
  });

  test("end with the operator's number, shared by all", async () => {
    const [first, second] = (await accounts(2)) as [Person, Person];
    for (const host of [await person(db), await person(db)]) await put(host, await accounts(2), 1);
    for (let run = 0; run < 2; run++) await queueEmails({ inDay: 8 });
    // Meetings of guests share a quarter.
    expect(await emails()).toHaveLength(2);
    await put(first, await accounts(3), 2);
    for (let run = 0; run < 2; run++) await queueEmails({ inDay: 8 });
    // A workspace has half.
    expect(await emails()).toHaveLength(6);
    await put(second, await accounts(3), 1);
    for (let run = 0; run < 2; run++) await queueEmails({ inDay: 8 });
    expect(await emails()).toHaveLength(8);
    expect(await queueEmails({ inDay: 0 })).toBe(0);
  });

  test("take no places if their workspace has no share", async () => {
    const [host, other, tom] = (await accounts(3)) as [Person, Person, Person];
    await put(host, await accounts(2), 2);
    expect(await queueEmails({ inDay: 8 })).toBe(4);
    for (let meeting = 0; meeting < 4; meeting++) await put(host, [tom], 3);
    await put(other, [tom], 1);
    await queueEmails({ inDay: 8 });
    expect(await emailsTo(tom)).toBe(1);
  });

  test("count when their lines are deleted", async () => {
    const [host, tom] = (await accounts(2)) as [Person, Person];
    const { asker, lines } = await put(host, [tom], 5);
    expect(await queueEmails()).toBe(3);
    for (const line of lines.slice(0, 3)) await wipe(asker, line);
    expect(await queueEmails()).toBe(0);
  });

  test("have one line once, also after an edit", async () => {
    const { ines, decision, call, tom } = await asked();
    await edit(ines, decision, "El autobús sale a las nueve");
    await endCall(call);
    expect(await queueEmails()).toBe(0);
    expect(await rejectionCode(openLink(tom.token))).toBe("confirmation/changed");
    await passHours(24);
    expect(await queueEmails()).toBe(2);
  });
});

test("an address that the outbox rejects stops nobody", async () => {
  const [host, long, tom] = (await accounts(3)) as [Person, Person, Person];
  await db.admin`
    update auth.users set email = ${`${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}example`.padEnd(255, "x")} where id = ${long.id}`;
  await put(host, [long, tom], 1);
  expect(await queueEmails()).toBe(1);
  expect(await emailsTo(tom)).toBe(1);
});

describe("a waiting email", () => {
  test.each<[string, (scene: Awaited<ReturnType<typeof asked>>) => Promise<unknown>, number]>([
    ["of a deleted line", ({ ines, decision }) => wipe(ines, decision), 0],
    ["of an edited line", ({ ines, decision }) => edit(ines, decision, "Otra cosa"), 0],
    ["of a line without its mark", ({ ines, decision }) => mark(ines, decision, null), 0],
    ["to a removed person", ({ ines, place, tom }) => remove(ines, place, tom), 1],
    ["to a person who has answered", ({ tom, decision }) => answer(tom, decision, "understood"), 1],
    ["to a deleted account", ({ tom }) => db.admin`delete from auth.users where id = ${tom.id}`, 1],
    [
      "to an earlier address",
      ({ tom }) => db.admin`update auth.users set email = 'new@x.example' where id = ${tom.id}`,
      1,
    ],
    ["to a person who wants none", ({ tom }) => stopEmails(tom.token), 1],
  ])("%s is not sent and forgets its words", async (_, change, left) => {
    const scene = await asked();
    await change(scene);
    // The earlier address gets an email about the change.
    const { emails } = await lease();
    expect(emails.filter(({ template }) => template === "confirmation")).toHaveLength(left);
    expect(await payloads()).toHaveLength(left);
  });

  test("forgets the words of an edited line at once", async () => {
    const { ines, decision } = await asked();
    await edit(ines, decision, "Otra cosa");
    expect(await payloads()).toEqual([]);
  });

  test("is given up after a day", async () => {
    await asked();
    await db.admin`update private.outbox_emails set created_at = created_at - interval '23 hours'`;
    expect((await lease()).emails).toHaveLength(2);
    await db.admin`
      update private.outbox_emails set created_at = created_at - interval '2 hours', lease = null, lease_until = null`;
    expect((await lease()).emails).toEqual([]);
    expect(await db.admin`select state, payload from private.outbox_emails`).toMatchObject([
      { state: "dead", payload: {} },
      { state: "dead", payload: {} },
    ]);
  });
});

describe("a person who wants no emails", () => {
  const setEmails = (who: Person, on: boolean) => db.rpc(who, "set_confirmation_emails", { p_on: on }, profile);

  test("gets none until they are switched on again", async () => {
    const { tom, luc, ines, decision, call } = await asked();
    await stopEmails(tom.token);
    await stopEmails(tom.token);
    expect(await openLink(tom.token)).toMatchObject({ emails: false });
    expect(await openLink(luc.token)).toMatchObject({ emails: true });
    await passHours(48);
    expect(await queueEmails()).toBe(1);
    expect(await setEmails(tom, true)).toMatchObject({ confirmation_emails: true });
    await edit(ines, decision, "El autobús sale a las nueve");
    await endCall(call);
    await passHours(48);
    expect(await queueEmails()).toBe(2);
    expect(await setEmails(tom, false)).toMatchObject({ confirmation_emails: false });
  });

  test("stops them by the link of a text that changed", async () => {
    const { ines, tom, decision } = await asked();
    await edit(ines, decision, "Otra cosa");
    await stopEmails(tom.token);
    expect((await db.rpc(tom, "read_profile", {}, profile)).confirmation_emails).toBe(false);
    expect(await rejectionCode(stopEmails("0".repeat(64)))).toBe("confirmation/link-refused");
  });
});

test("links to an earlier address are rejected", async () => {
  const { tom } = await asked();
  await db.admin`update auth.users set email = 'tom-moved@x.example' where id = ${tom.id}`;
  expect(await rejectionCode(openLink(tom.token))).toBe("confirmation/link-refused");
  expect(await rejectionCode(answerByLink(tom.token, "understood"))).toBe("confirmation/link-refused");
  expect(await rejectionCode(stopEmails(tom.token))).toBe("confirmation/link-refused");
});

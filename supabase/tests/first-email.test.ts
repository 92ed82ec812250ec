/** The first address of an account by phone number or provider, which only the session that began may complete. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { PASSWORDS } from "#contracts/passwordLimits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { factorActions } from "./support/factors.ts";
import { account, type Person } from "./support/fixtures.ts";
import { phoneAccount, phoneActions, signInBySms } from "./support/phones.ts";
import { emptyResult, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { signIn } = factorActions(db);
const { change, ageChanges } = phoneActions(db);
beforeEach(() => db.admin`delete from private.outbox_emails`);

const newEmail = () => `${randomUUID()}@parley.example`;
const allow = (who: Person, email: string) => db.rpc(who, "allow_email_change", { p_email: email }, emptyResult);
/** Begins a change as Auth does. */
const begin = async ({ id }: Person, email: string) =>
  void (await db.admin`update auth.users set email_change = ${email} where id = ${id}`);
/** Completes it as Auth does after the code. */
const complete = async ({ id }: Person, email: string) =>
  void (await db.admin`
    update auth.users set email = ${email}, email_change = '', email_confirmed_at = now() where id = ${id}`);
const emailOf = async ({ id }: Person) =>
  (await db.admin<{ email: string | null }[]>`select email from auth.users where id = ${id}`)[0]?.email;
/** Returns an account by number, its session, and an address that it may begin to change to. */
async function allowed() {
  const ana = await phoneAccount(db);
  const session = await signInBySms(db, ana);
  const email = newEmail();
  await allow(session, email.toUpperCase());
  return { ana, session, email };
}

describe("the first address", () => {
  test("is stored with a permit, and ends all sessions", async () => {
    const { ana, email } = await allowed();
    await expect(begin(ana, newEmail())).rejects.toThrow("needs a permit");
    await begin(ana, email);
    await complete(ana, email);
    expect(await emailOf(ana)).toBe(email);
    expect(await db.admin`select from auth.sessions where user_id = ${ana.id}`).toHaveLength(0);
    expect(await db.admin`select from private.contact_changes where user_id = ${ana.id}`).toHaveLength(0);
  });

  test("sends an SMS to the number", async () => {
    const { ana, email } = await allowed();
    await begin(ana, email);
    await complete(ana, email);
    expect(await db.admin`select recipient, payload ->> 'change' as change from private.outbox_emails`).toEqual([
      { recipient: `+${ana.phone}`, change: "email-added" },
    ]);
  });

  test("is not completed once its session has ended", async () => {
    const { ana, session, email } = await allowed();
    await begin(ana, email);
    await db.admin`delete from auth.sessions where id = ${session.session}`;
    await expect(complete(ana, email)).rejects.toThrow("has ended");
  });

  test("belongs to the session of an account by provider, too", async () => {
    const [ana, email] = [await account(db), newEmail()];
    await db.admin`update auth.users set email = null, email_confirmed_at = null where id = ${ana.id}`;
    const session = await signIn(ana);
    await allow(session, email);
    await begin(ana, email);
    await db.admin`delete from auth.sessions where id = ${session.session}`;
    await expect(complete(ana, email)).rejects.toThrow("has ended");
  });

  test("is not completed after another number", async () => {
    const { ana, session, email } = await allowed();
    await begin(ana, email);
    await change(session);
    await expect(complete(ana, email)).rejects.toThrow("has ended");
  });

  test("expires with its code", async () => {
    const { ana, email } = await allowed();
    await begin(ana, email);
    await ageChanges(SERVER_LIMITS.oneTimeCodeTtlMs);
    await expect(complete(ana, email)).rejects.toThrow("has ended");
  });

  test("gets another code with another permit", async () => {
    const { ana, session, email } = await allowed();
    await begin(ana, email);
    await allow(session, email);
    await begin(ana, email);
    await ageChanges(PASSWORDS.permitMs);
    await complete(ana, email);
    expect(await emailOf(ana)).toBe(email);
  });

  test("may be that of an operator", async () => {
    const ana = await phoneAccount(db);
    const email = newEmail();
    await complete(ana, email);
    expect(await emailOf(ana)).toBe(email);
  });
});

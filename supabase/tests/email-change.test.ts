/** The change of an account's address, which needs a recent proof, and the emails about it and about second factors. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { EMAIL_CHANGE } from "#contracts/emailChangeLimits.ts";
import { PASSWORDS } from "#contracts/passwordLimits.ts";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { factorActions } from "./support/factors.ts";
import { account, type Person, person } from "./support/fixtures.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { signIn, addFactor, confirm, removeFactor } = factorActions(db);
beforeEach(() => db.admin`delete from private.outbox_emails`);

const OLD = PERSONAL_DATA.recentSignInMs / 60_000 + 1;
const newAddress = () => `${randomUUID()}@parley.example`;
const allow = (who: Person, email: string) => db.rpc(who, "allow_email_change", { p_email: email }, emptyResult);
const isProven = (who: Person) => db.rpc(who, "has_recent_proof", {}, z.boolean());
/** Begins a change as Auth does. */
const begin = async ({ id }: Person, email: string) =>
  void (await db.admin`update auth.users set email_change = ${email} where id = ${id}`);
/** Completes a change as Auth does after both codes. */
const complete = async ({ id }: Person, email: string) =>
  void (await db.admin`update auth.users set email = ${email}, email_change = '' where id = ${id}`);
const pending = async ({ id }: Person) =>
  (await db.admin`select email_change as email from auth.users where id = ${id}`)[0]?.email || null;
const emails = () => db.admin<{ recipient: string; locale: string; payload: Record<string, unknown> }[]>`
  select recipient, locale, payload from private.outbox_emails where template = 'account-changed' order by key`;

describe("a change of the address", () => {
  test("needs a permit for a first address, too", async () => {
    const ana = await account(db);
    await db.admin`update auth.users set email = null where id = ${ana.id}`;
    await expect(begin(ana, newAddress())).rejects.toThrow("needs a permit");
  });

  test("begins after a recent sign-in, once", async () => {
    const ana = await signIn(await account(db));
    const email = newAddress();
    expect(await isProven(ana)).toBe(true);
    await allow(ana, email.toUpperCase());
    await begin(ana, email);
    expect(await pending(ana)).toBe(email);
    await expect(begin(ana, newAddress())).rejects.toThrow("needs a permit");
    expect(await pending(ana)).toBe(email);
  });

  test("needs a recent sign-in", async () => {
    const ana = await signIn(await account(db), OLD);
    expect(await isProven(ana)).toBe(false);
    expect(await rejectionCode(allow(ana, newAddress()))).toBe("account/sign-in-again");
  });

  test("needs a recent factor of people with two", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const session = await signIn(ana);
    expect(await rejectionCode(allow(await confirm(session, OLD), newAddress()))).toBe("account/sign-in-again");
    await allow(await confirm(session), newAddress());
  });

  test("is rejected at Auth in a stolen session", async () => {
    const ana = await signIn(await account(db));
    await expect(begin(ana, newAddress())).rejects.toThrow("needs a permit");
    // Neither the permit of a password nor that of another address helps.
    await db.rpc(ana, "allow_password_change", {}, emptyResult);
    await allow(ana, newAddress());
    await expect(begin(ana, newAddress())).rejects.toThrow("needs a permit");
    expect(await pending(ana)).toBeNull();
  });

  test("is rejected after the permit expired", async () => {
    const ana = await signIn(await account(db));
    const email = newAddress();
    await allow(ana, email);
    await db.admin`
      update private.credential_permits set expires_at = expires_at - ${PASSWORDS.permitMs / 1000} * interval '1 second'`;
    await expect(begin(ana, email)).rejects.toThrow("needs a permit");
  });

  test("is not a guest's, whose address Auth confirms", async () => {
    const guest = await person(db);
    expect(await rejectionCode(allow(guest, newAddress()))).toBe("account/needed");
    await begin(guest, newAddress());
  });

  test("is limited, and takes addresses only", async () => {
    const ana = await signIn(await account(db));
    expect(await rejectionCode(allow(ana, "a"))).toBe("mail/malformed");
    expect(await rejectionCode(allow(ana, `${"a".repeat(400)}@b.example`))).toBe("mail/malformed");
    for (let turn = 0; turn < EMAIL_CHANGE.changesPerMinute; turn += 1) await rejectionCode(allow(ana, newAddress()));
    expect(await rejectionCode(allow(ana, newAddress()))).toBe("request/rate-limited");
  });
});

describe("the email about a change", () => {
  test("goes to the former address", async () => {
    const ana = await account(db, newAddress());
    await db.admin`update public.profiles set ui_locale = 'ar' where id = ${ana.id}`;
    const [before] = await db.admin<{ email: string }[]>`select email from auth.users where id = ${ana.id}`;
    const email = newAddress();
    await complete(ana, email);
    expect(await emails()).toEqual([
      { recipient: before?.email, locale: "ar", payload: { change: "email", address: email } },
    ]);
  });

  test("is sent for a new and a removed factor", async () => {
    const ana = await account(db);
    const factor = await addFactor(ana, "unverified");
    expect(await emails()).toEqual([]);
    await db.rpc(await signIn(ana), "allow_new_factor", { p_factor_id: factor }, emptyResult);
    await db.admin`update auth.mfa_factors set status = 'verified' where id = ${factor}`;
    await removeFactor(factor);
    expect((await emails()).map(({ payload }) => payload.change)).toEqual(["factor-added", "factor-removed"]);
  });

  test("is not sent when the account goes", async () => {
    const ana = await account(db);
    await addFactor(ana);
    await db.admin`delete from auth.users where id = ${ana.id}`;
    expect(await emails()).toEqual([]);
  });

  test("is sent a few times a day", async () => {
    const ana = await account(db);
    for (let turn = 0; turn <= EMAIL_CHANGE.noticesInDay; turn += 1) await complete(ana, newAddress());
    expect(await emails()).toHaveLength(EMAIL_CHANGE.noticesInDay);
  });

  test("that fails lets the change pass", async () => {
    const ana = await account(db);
    const email = newAddress();
    await db.admin`alter table private.outbox_emails rename to lost`;
    try {
      await complete(ana, email);
    } finally {
      await db.admin`alter table private.lost rename to outbox_emails`;
    }
    expect((await db.admin`select email from auth.users where id = ${ana.id}`)[0]?.email).toBe(email);
  });
});

/** Passkeys: attacks with an old session, a copied key and an address that changes hands, and the email about them. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { PASSKEYS } from "#contracts/passkeyLimits.ts";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { factorActions } from "./support/factors.ts";
import { account, becomeAccount, type Person, person } from "./support/fixtures.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const factors = factorActions(db);
beforeEach(() => db.admin`delete from private.outbox_emails`);

const begin = (who: Person) => db.rpc(who, "begin_passkey", {}, emptyResult);
const keyOf = ({ id }: Person, name: string) => createHash("sha256").update(`${id} ${name}`).digest();
const allow = (who: Person, name = "Laptop") =>
  db.rpc(who, "allow_passkey", { p_credential_id: keyOf(who, name).toString("base64url") }, emptyResult);
const minutesOf = (milliseconds: number) => milliseconds / 60_000;

/** Stores a passkey as Auth does. */
const store = (who: Person, name = "Laptop", count = 0) =>
  db.admin`
    insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name, sign_count)
    values (${who.id}, ${keyOf(who, name)}, ${randomBytes(77)}, ${name}, ${count})`;
async function namesOf({ id }: Person): Promise<string[]> {
  const rows = await db.admin<{ name: string }[]>`
    select friendly_name as name from auth.webauthn_credentials where user_id = ${id} order by created_at`;
  return rows.map(({ name }) => name);
}
async function signedIn(minutes = 0): Promise<Person> {
  return await factors.signIn(await account(db), minutes);
}
async function withPasskey(count = 0): Promise<Person> {
  const ana = await signedIn();
  await begin(ana);
  await allow(ana);
  await store(ana, "Laptop", count);
  return ana;
}

describe("a passkey of a stolen session", () => {
  test("is not stored by a request to Auth itself", async () => {
    const ana = await signedIn();
    await expect(store(ana)).rejects.toMatchObject({ code: "42501" });
    await begin(ana);
    await expect(store(ana)).rejects.toMatchObject({ code: "42501" });
    expect(await namesOf(ana)).toEqual([]);
  });

  test("is not permitted to an old session", async () => {
    const ana = await signedIn();
    const old = await factors.signIn(ana, minutesOf(PERSONAL_DATA.recentSignInMs) + 1);
    expect(await rejectionCode(begin(old))).toBe("account/sign-in-again");
    await begin(ana);
    expect(await rejectionCode(allow(old))).toBe("account/sign-in-again");
  });

  // People with a factor confirm in the same session, and somebody may hold a copied token of before.
  test("is not named by an older token", async () => {
    const ana = await account(db);
    const late = minutesOf(PERSONAL_DATA.recentSignInMs) + 1;
    await factors.addFactor(ana, "verified", late);
    const copied = await factors.confirm(await factors.signIn(ana, late), late);
    const confirmed = await factors.confirm(copied);
    await begin(confirmed);
    expect(await rejectionCode(allow(copied, "Thief's"))).toBe("account/sign-in-again");
    await allow(confirmed);
    await store(confirmed);
    expect(await namesOf(ana)).toEqual(["Laptop"]);
  });

  test("does not use what another session began", async () => {
    const ana = await signedIn();
    await begin(ana);
    expect(await rejectionCode(allow(await factors.signIn(ana)))).toBe("account/sign-in-again");
  });

  test("needs a recent factor of people with two", async () => {
    const ana = await account(db);
    await factors.addFactor(ana, "verified", 60);
    const session = await factors.signIn(ana, 60);
    const earlier = await factors.confirm(session, minutesOf(PERSONAL_DATA.recentSignInMs) + 1);
    expect(await rejectionCode(begin(earlier))).toBe("account/sign-in-again");
    await begin(await factors.confirm(session));
  });

  test("is for accounts and tokens of a session only", async () => {
    expect(await rejectionCode(begin(await factors.signIn(await person(db))))).toBe("account/needed");
    expect(await rejectionCode(begin(await account(db)))).toBe("account/sign-in-again");
  });
});

describe("a permit", () => {
  test("serves once, its owner, and not for long", async () => {
    const [ana, eve] = [await withPasskey(), await signedIn()];
    await expect(store(ana)).rejects.toMatchObject({ code: "42501" });
    expect(await rejectionCode(allow(ana))).toBe("account/sign-in-again");
    await begin(ana);
    await allow(ana);
    await expect(store(eve)).rejects.toMatchObject({ code: "42501" });
    const late = PASSKEYS.permitMs / 1000;
    await db.admin`update private.passkey_permits set expires_at = expires_at - ${late} * interval '1 second'`;
    await expect(store(ana)).rejects.toMatchObject({ code: "42501" });
    expect(await namesOf(ana)).toEqual(["Laptop"]);
  });

  test("fits no other passkey", async () => {
    const ana = await signedIn();
    await begin(ana);
    await allow(ana, "Laptop");
    await expect(store(ana, "the thief's")).rejects.toMatchObject({ code: "42501" });
    await store(ana, "Laptop");
    expect(await namesOf(ana)).toEqual(["Laptop"]);
  });

  test.each(["", "a", "AA==", "a b", "A".repeat(1_368)])("needs the id of a passkey: %#", async (id) => {
    const ana = await signedIn();
    await begin(ana);
    expect(await rejectionCode(db.rpc(ana, "allow_passkey", { p_credential_id: id }, emptyResult))).toBe(
      "request/invalid",
    );
  });

  test("outlasts the proof while the dialog is open", async () => {
    const ana = await signedIn(minutesOf(PERSONAL_DATA.recentSignInMs) - 1);
    await begin(ana);
    await db.admin`update auth.sessions set created_at = created_at - interval '2 minutes' where user_id = ${ana.id}`;
    await allow(ana);
    await store(ana);
    expect(await namesOf(ana)).toEqual(["Laptop"]);
  });

  test("ends with the dialog", async () => {
    const ana = await signedIn();
    await begin(ana);
    const late = PASSKEYS.ceremonyMs / 1000;
    await db.admin`update private.passkey_permits set begun_at = begun_at - ${late} * interval '1 second'`;
    expect(await rejectionCode(allow(ana))).toBe("account/sign-in-again");
  });

  test("is limited", async () => {
    const ana = await signedIn();
    for (let turn = 0; turn < PASSKEYS.changesPerMinute; turn += 1) await begin(ana);
    expect(await rejectionCode(begin(ana))).toBe("request/rate-limited");
  });
});

describe("a counter", () => {
  const use = ({ id }: Person, count: number) =>
    db.admin`update auth.webauthn_credentials set sign_count = ${count}, last_used_at = now() where user_id = ${id}`;

  test.each([5, 4, 0])("that did not grow ends the sign-in: %i", async (count) => {
    const ana = await withPasskey(5);
    await expect(use(ana, count)).rejects.toMatchObject({ code: "42501" });
    await use(ana, 6);
  });

  test("stays at zero for a synchronized passkey", async () => {
    const ana = await withPasskey();
    await use(ana, 0);
    await use(ana, 0);
  });

  test("does not keep its owner from renaming", async () => {
    const ana = await withPasskey(5);
    await db.admin`update auth.webauthn_credentials set friendly_name = 'Phone' where user_id = ${ana.id}`;
    expect(await namesOf(ana)).toEqual(["Phone"]);
  });
});

describe("an address that changes hands", () => {
  test("takes the passkeys with it", async () => {
    const mallory = await withPasskey();
    const other = await withPasskey();
    await db.admin`update auth.users set email = ${`${randomUUID()}@parley.example`} where id = ${mallory.id}`;
    expect([await namesOf(mallory), await namesOf(other)]).toEqual([[], ["Laptop"]]);
  });

  test("removes those of the guest who named it", async () => {
    const guest = await person(db);
    await db.admin`alter table auth.webauthn_credentials disable trigger require_passkey_permit`;
    try {
      await store(guest);
    } finally {
      await db.admin`alter table auth.webauthn_credentials enable trigger require_passkey_permit`;
    }
    await db.admin`update auth.users set email_change = 'victim@parley.example' where id = ${guest.id}`;
    await becomeAccount(db, guest);
    expect(await namesOf(guest)).toEqual([]);
  });
});

describe("the email about a passkey", () => {
  const emails = () => db.admin<{ recipient: string; locale: string; payload: Record<string, unknown> }[]>`
    select recipient, locale, payload from private.outbox_emails where template = 'passkey-changed'
    order by (payload ->> 'is_added')::boolean desc`;

  test("is sent when one is added and removed", async () => {
    const ana = await withPasskey();
    await db.admin`update public.profiles set ui_locale = 'ar' where id = ${ana.id}`;
    await db.admin`delete from auth.webauthn_credentials where user_id = ${ana.id}`;
    const sent = await emails();
    expect(sent.map(({ payload }) => [payload.is_added, payload.name])).toEqual([
      [true, "Laptop"],
      [false, "Laptop"],
    ]);
    expect(sent[1]?.locale).toBe("ar");
  });

  test("is not sent when the account is deleted", async () => {
    const ana = await withPasskey();
    await db.admin`delete from private.outbox_emails`;
    await db.admin`delete from auth.users where id = ${ana.id}`;
    expect(await emails()).toEqual([]);
  });

  test("is sent a few times a day", async () => {
    const ana = await withPasskey();
    for (let turn = 0; turn < PASSKEYS.emailsInDay; turn += 1) {
      await db.admin`delete from private.rate_limits where user_id = ${ana.id}`;
      await begin(ana);
      await allow(ana, `Key ${turn}`);
      await store(ana, `Key ${turn}`);
    }
    expect(await emails()).toHaveLength(PASSKEYS.emailsInDay);
  });

  test("that fails lets the change pass", async () => {
    const ana = await signedIn();
    await begin(ana);
    await allow(ana);
    await db.admin`alter table private.outbox_emails rename to lost`;
    try {
      await store(ana);
    } finally {
      await db.admin`alter table private.lost rename to outbox_emails`;
    }
    expect(await namesOf(ana)).toEqual(["Laptop"]);
  });
});

test("protect_passkeys can be repeated", async () => {
  const [row] = await db.admin<{ done: boolean }[]>`select private.protect_passkeys() as done`;
  expect(row?.done).toBe(true);
});

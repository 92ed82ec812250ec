/** Adding, changing and removing a phone number, which needs a recent proof and the session that began. */
import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { EMAIL_CHANGE } from "#contracts/emailChangeLimits.ts";
import { PASSWORDS } from "#contracts/passwordLimits.ts";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { factorActions } from "./support/factors.ts";
import { account, type Person, person } from "./support/fixtures.ts";
import { newPhone, phoneAccount, phoneActions, signInBySms, unprovenPhone } from "./support/phones.ts";
import { emptyResult, rejectionCode, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { signIn, addFactor, confirm } = factorActions(db);
const { allow, begin, complete, change, remove, phoneOf, ageChanges } = phoneActions(db);

const OLD = PERSONAL_DATA.recentSignInMs / 60_000 + 1;
/** Returns a signed-in account to which a number was added. */
async function withNumber() {
  const ana = await signIn(await account(db));
  return { ...ana, phone: await change(ana) };
}
const userOf = async ({ id }: Person) =>
  (
    await db.admin<{ phone: string | null; password: string | null }[]>`
    select phone, encrypted_password as password from auth.users where id = ${id}`
  )[0];
const sessionsOf = async ({ id }: Person) =>
  (await db.admin<{ id: string }[]>`select id from auth.sessions where user_id = ${id}`).map((row) => row.id);
const admitted = ({ id }: Person, phone: string) =>
  db.rpc(service, "admit_sms", { p_user_id: id, p_phone: phone, p_address: randomUUID() }, z.boolean());

describe("a number", () => {
  test("is added with a permit, once", async () => {
    const ana = await withNumber();
    expect(await phoneOf(ana)).toBe(ana.phone);
    await expect(begin(ana, newPhone())).rejects.toThrow("needs a permit");
  });

  test("goes to nobody while two accounts change to it", async () => {
    const [ana, eve] = [await signIn(await account(db)), await signIn(await account(db))];
    const phone = newPhone();
    for (const who of [ana, eve]) {
      await allow(who, phone);
      await begin(who, phone);
    }
    for (const who of [ana, eve]) await expect(complete(who, phone)).rejects.toThrow("needs a permit");
    await ageChanges(SERVER_LIMITS.oneTimeCodeTtlMs);
    expect(await change(ana, phone)).toBe(phone);
  });

  test("needs a recent sign-in", async () => {
    const ana = await signIn(await account(db), OLD);
    expect(await rejectionCode(allow(ana, newPhone()))).toBe("account/sign-in-again");
  });

  test("needs a recent factor of people with two", async () => {
    const ana = await account(db);
    await addFactor(ana);
    const session = await signIn(ana);
    expect(await rejectionCode(allow(await confirm(session, OLD), newPhone()))).toBe("account/sign-in-again");
    await allow(await confirm(session), newPhone());
  });

  test("of a thief is rejected with the owner's permit", async () => {
    const ana = await signIn(await account(db));
    await allow(ana, newPhone());
    await db.rpc(ana, "allow_email_change", { p_email: `${randomUUID()}@parley.example` }, emptyResult);
    await expect(begin(ana, newPhone())).rejects.toThrow("needs a permit");
  });

  test("is not completed once its session has ended", async () => {
    const ana = await account(db);
    const thief = await signIn(ana);
    const [first, second] = [newPhone(), newPhone()];
    await allow(thief, first);
    await begin(ana, first);
    await db.admin`delete from auth.sessions where id = ${thief.session}`;
    await expect(complete(ana, first)).rejects.toThrow("needs a permit");
    const again = await signIn(ana);
    await allow(again, second);
    await db.admin`delete from auth.sessions where id = ${again.session}`;
    await expect(begin(ana, second)).rejects.toThrow("needs a permit");
  });

  test("is not stored before its change has begun", async () => {
    const ana = await signIn(await account(db));
    const phone = newPhone();
    await allow(ana, phone);
    await expect(complete(ana, phone)).rejects.toThrow("needs a permit");
  });

  test("expires, first the permit and then the change", async () => {
    const ana = await signIn(await account(db));
    const phone = newPhone();
    await allow(ana, phone);
    await ageChanges(PASSWORDS.permitMs);
    await expect(begin(ana, phone)).rejects.toThrow("needs a permit");
    await allow(ana, phone);
    await begin(ana, phone);
    await ageChanges(SERVER_LIMITS.oneTimeCodeTtlMs);
    await expect(complete(ana, phone)).rejects.toThrow("needs a permit");
  });

  test("gets another code with another permit", async () => {
    const ana = await signIn(await account(db));
    const phone = newPhone();
    for (let turn = 0; turn < 2; turn += 1) {
      await allow(ana, phone);
      await begin(ana, phone);
    }
    await complete(ana, phone);
    expect(await phoneOf(ana)).toBe(phone);
  });

  test("keeps its code when Auth sends no other one", async () => {
    const ana = await signIn(await account(db));
    const phone = newPhone();
    await allow(ana, phone);
    await begin(ana, phone);
    await allow(ana, phone);
    await ageChanges(PASSWORDS.permitMs);
    await complete(ana, phone);
    expect(await phoneOf(ana)).toBe(phone);
  });

  test("gets no code with the permit of another session", async () => {
    const ana = await account(db);
    const [thief, owner] = [await signIn(ana), await signIn(ana)];
    const phone = newPhone();
    await allow(thief, phone);
    await begin(ana, phone);
    await allow(owner, phone);
    await expect(complete(ana, phone)).rejects.toThrow("needs a permit");
  });

  test("is no guest's, and a number only", async () => {
    expect(await rejectionCode(allow(await person(db), newPhone()))).toBe("account/needed");
    const ana = await signIn(await account(db));
    for (const phone of ["", "0600", "a".repeat(50), "+34600111222"])
      expect(await rejectionCode(allow(ana, phone))).toBe("phone/malformed");
    for (let turn = 0; turn < EMAIL_CHANGE.changesPerMinute; turn += 1) await allow(ana, newPhone());
    expect(await rejectionCode(allow(ana, newPhone()))).toBe("request/rate-limited");
  });

  test("gets its SMS with an open permit only", async () => {
    const ana = await signIn(await account(db));
    const phone = newPhone();
    expect(await admitted(ana, phone)).toBe(false);
    await allow(ana, phone);
    expect([await admitted(ana, phone), await admitted(ana, newPhone())]).toEqual([true, false]);
    await db.admin`delete from auth.sessions where user_id = ${ana.id}`;
    expect(await admitted(ana, phone)).toBe(false);
  });

  test("counts its SMS as one to a stranger", async () => {
    const ana = await withNumber();
    await db.admin`delete from private.sign_in_counts`;
    const next = newPhone();
    await allow(ana, next);
    expect([await admitted(ana, next), await admitted(ana, ana.phone)]).toEqual([true, true]);
    const counts = await db.admin<{ name: string }[]>`
      select limit_name as name from private.sign_in_counts where count = 1 order by limit_name`;
    expect(counts.map(({ name }) => name.replace("sms.", ""))).toEqual([
      ...["accountsInDay", "accountsOfAddressInDay", "addressInDay", "numberInDay", "numberInDay"],
      ...["prefixInDay", "strangersInDay"],
    ]);
  });

  test("is free again when a stranger never proved it", async () => {
    const ana = await signIn(await account(db));
    const stranger = await unprovenPhone(db);
    const proven = await phoneAccount(db);
    await db.admin`update auth.users set confirmation_sent_at = now() where id = ${stranger.id}`;
    await allow(ana, stranger.phone);
    // Its owner may be about to enter the code.
    expect(await userOf(stranger)).toBeDefined();
    await db.admin`
      update auth.users set confirmation_sent_at = now() - interval '6 minutes' where id in ${db.admin([stranger.id, proven.id])}`;
    await allow(ana, stranger.phone);
    await allow(ana, proven.phone);
    expect(await userOf(stranger)).toBeUndefined();
    expect((await userOf(proven))?.phone).toBe(proven.phone);
    const left = await db.admin`
      select from public.workspaces where not exists (select from public.workspace_members where workspace_id = workspaces.id)`;
    expect(left).toHaveLength(0);
  });
});

describe("a change that a stranger began", () => {
  const pendingOf = async ({ id }: Person) =>
    (await db.admin<{ pending: string }[]>`select phone_change as pending from auth.users where id = ${id}`)[0]
      ?.pending;

  test("is forgotten once its code has expired", async () => {
    const [ana, eva] = [await signIn(await account(db)), await signIn(await account(db))];
    const phone = newPhone();
    await allow(eva, phone);
    await begin(eva, phone);
    await allow(ana, phone);
    expect(await pendingOf(eva)).toBe(phone);
    await ageChanges(SERVER_LIMITS.oneTimeCodeTtlMs);
    await allow(ana, phone);
    expect(await pendingOf(eva)).toBe("");
  });

  test("is forgotten when its account names another number", async () => {
    const [eva, phone] = [await signIn(await account(db)), newPhone()];
    await allow(eva, phone);
    await begin(eva, phone);
    await allow(eva, phone);
    expect(await pendingOf(eva)).toBe(phone);
    await allow(eva, newPhone());
    expect(await pendingOf(eva)).toBe("");
  });
});

describe("a number of an account by another provider", () => {
  test("leaves the provider in place", async () => {
    const ana = await signIn(await account(db));
    await db.admin`update auth.users set email = null, email_confirmed_at = null where id = ${ana.id}`;
    await db.admin`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${ana.id}, ${ana.id}, '{"sub": "x"}', 'google')`;
    await change(await signIn(ana));
    expect(await db.admin`select provider from auth.identities where user_id = ${ana.id}`).toEqual([
      { provider: "google" },
    ]);
  });
});

describe("another number", () => {
  test("ends all sessions, and keeps the password beside an address", async () => {
    const ana = await withNumber();
    await db.rpc(ana, "allow_password_change", {}, emptyResult);
    await db.admin`update auth.users set encrypted_password = 'own' where id = ${ana.id}`;
    const next = await change(ana);
    expect(await sessionsOf(ana)).toEqual([]);
    expect(await userOf(ana)).toEqual({ phone: next, password: "own" });
  });

  test("ends password, passkeys and identities without an address", async () => {
    const ana = await phoneAccount(db);
    const session = await signInBySms(db, ana);
    await db.rpc(session, "allow_password_change", {}, emptyResult);
    await db.admin`update auth.users set encrypted_password = 'own' where id = ${ana.id}`;
    await db.admin`alter table auth.identities disable trigger guard_new_identity`;
    await db.admin`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${ana.id}, ${ana.id}, '{"sub": "x"}', 'google'), (${ana.id}, ${ana.id}, '{"sub": "x"}', 'phone')`;
    await db.admin`alter table auth.identities enable trigger guard_new_identity`;
    await db.admin`alter table auth.webauthn_credentials disable trigger require_passkey_permit`;
    await db.admin`
      insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name, sign_count)
      values (${ana.id}, ${randomBytes(32)}, ${randomBytes(77)}, 'Laptop', 0)`;
    await db.admin`alter table auth.webauthn_credentials enable trigger require_passkey_permit`;
    const next = await change(session);
    expect(await userOf(ana)).toEqual({ phone: next, password: null });
    expect(await db.admin`select from auth.webauthn_credentials where user_id = ${ana.id}`).toHaveLength(0);
    expect(await db.admin`select provider from auth.identities where user_id = ${ana.id}`).toEqual([
      { provider: "phone" },
    ]);
  });
});

describe("the removal of a number", () => {
  test("keeps this session only, and the address", async () => {
    const ana = await withNumber();
    const [own, other] = [await signIn(ana), await signInBySms(db, ana)];
    await db.admin`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${ana.id}, ${ana.id}, '{"sub": "x"}', 'phone'), (${ana.id}, ${ana.id}, '{"sub": "x"}', 'email')`;
    await remove(own);
    expect(await phoneOf(ana)).toBeNull();
    expect(await sessionsOf(ana)).toEqual([own.session]);
    expect(other.session).not.toBe(own.session);
    const [left] = await db.admin`
      select raw_app_meta_data -> 'providers' as providers from auth.users where id = ${ana.id}`;
    expect(left?.providers).toEqual(["email"]);
    await remove(own);
  });

  test("needs a recent sign-in and an address", async () => {
    const ana = await withNumber();
    expect(await rejectionCode(remove(await signIn(ana, OLD)))).toBe("account/sign-in-again");
    const eva = await phoneAccount(db);
    expect(await rejectionCode(remove(await signInBySms(db, eva)))).toBe("request/not-allowed");
    expect(await phoneOf(eva)).toBe(eva.phone);
  });

  test("of its identity alone needs a permit", async () => {
    const ana = await withNumber();
    await db.admin`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values (${ana.id}, ${ana.id}, '{"sub": "x"}', 'phone')`;
    await expect(db.admin`delete from auth.identities where user_id = ${ana.id}`).rejects.toThrow("needs a permit");
  });
});

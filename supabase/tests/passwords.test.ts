/** Passwords: attacks with an address that is not proven, who may set one, and the email about it. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { PASSWORDS } from "#contracts/passwordLimits.ts";
import { passwordState } from "#contracts/passwords.ts";
import { PERSONAL_DATA } from "#contracts/personalDataLimits.ts";
import { SESSIONS } from "#contracts/sessionLimits.ts";
import { factorActions } from "./support/factors.ts";
import { account, becomeAccount, type Person, person } from "./support/fixtures.ts";
import { sessionActions } from "./support/sessions.ts";
import { emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { openSessions } = sessionActions(db);
const factors = factorActions(db);
beforeEach(() => db.admin`delete from private.outbox_emails`);

const OWN = "$2a$10$own";
const MALLORY = "$2a$10$mallory";

const allow = (who: Person) => db.rpc(who, "allow_password_change", {}, emptyResult);
const stateOf = (who: Person) => db.rpc(who, "password_state", {}, passwordState);
/** Stores a password as Auth does. */
const store = ({ id }: Person, hash: string) =>
  db.admin`update auth.users set encrypted_password = ${hash} where id = ${id}`;
async function passwordOf({ id }: Person): Promise<string | null> {
  const [row] = await db.admin<{ hash: string | null }[]>`
    select encrypted_password as hash from auth.users where id = ${id}`;
  return row?.hash ?? null;
}

/** Starts a session by `methods`, the first one first. */
async function signIn({ role, id }: Person, methods: readonly string[] = ["otp"], ageMs = 0): Promise<Person> {
  const session = randomUUID();
  await db.admin`
    insert into auth.sessions (id, user_id, created_at, updated_at)
    values (${session}, ${id}, now() - ${ageMs / 1000} * interval '1 second', now())`;
  for (const [at, method] of methods.entries())
    await db.admin`
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${session}, now() + ${at} * interval '1 second', now(), ${method})`;
  return { role, id, session };
}

/** Creates an account with a password that was confirmed days ago. */
async function withPassword(mail?: string): Promise<Person> {
  const ana = await signIn(await account(db, mail));
  await allow(ana);
  await store(ana, OWN);
  await db.admin`update auth.users set email_confirmed_at = now() - interval '3 days' where id = ${ana.id}`;
  return ana;
}

/** Creates a user with an address that nobody has proven, as Auth's sign-up does. */
async function unproven(mail: string): Promise<Person> {
  const id = randomUUID();
  await db.admin`
    insert into auth.users (id, aud, role, email, encrypted_password, is_anonymous)
    values (${id}, 'authenticated', 'authenticated', ${mail}, ${MALLORY}, false)`;
  return { role: "authenticated", id };
}
const prove = ({ id }: Person) => db.admin`update auth.users set email_confirmed_at = now() where id = ${id}`;

describe("a stranger's password", () => {
  test("in a sign-up is never stored", async () => {
    const victim = await unproven(`${randomUUID()}@parley.example`);
    expect(await passwordOf(victim)).toBeNull();
    await store(victim, MALLORY);
    await prove(victim);
    expect(await passwordOf(victim)).toBeNull();
  });

  test("is not stored for a confirmed new user", async () => {
    const id = randomUUID();
    await db.admin`
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at)
      values (${id}, 'authenticated', 'authenticated', ${`${id}@parley.example`}, ${MALLORY}, now())`;
    expect(await passwordOf({ role: "authenticated", id })).toBeNull();
  });

  test("is not stored for a guest who named the address", async () => {
    const guest = await person(db);
    await db.admin`
      update auth.users set email_change = 'victim@parley.example', encrypted_password = ${MALLORY} where id = ${guest.id}`;
    expect(await passwordOf(guest)).toBeNull();
    await becomeAccount(db, guest);
    expect(await passwordOf(guest)).toBeNull();
  });

  test("with the proof in one statement is not stored", async () => {
    const victim = await unproven(`${randomUUID()}@parley.example`);
    await db.admin`
      update auth.users set email_confirmed_at = now(), encrypted_password = ${MALLORY} where id = ${victim.id}`;
    expect(await passwordOf(victim)).toBeNull();
  });

  test("that exists in spite of that goes with the proof", async () => {
    const ana = await withPassword();
    await db.admin`update auth.users set email_confirmed_at = null where id = ${ana.id}`;
    expect(await passwordOf(ana)).toBe(OWN);
    await prove(ana);
    expect(await passwordOf(ana)).toBeNull();
  });

  test("does not follow an account to another address", async () => {
    const mallory = await withPassword();
    const session = await openSessions(mallory);
    await db.admin`update auth.users set email = ${`${randomUUID()}@parley.example`} where id = ${mallory.id}`;
    expect([await passwordOf(mallory), session.length, await openSessions(mallory)]).toEqual([null, 1, []]);
  });

  test("by a stolen token replaces none", async () => {
    const ana = await withPassword();
    await store(ana, MALLORY);
    expect(await passwordOf(ana)).toBe(OWN);
  });
});

test("a proof ends the sessions that are older", async () => {
  const victim = await unproven(`${randomUUID()}@parley.example`);
  const other = await account(db);
  await signIn(other);
  await signIn(victim);
  await prove(victim);
  expect([await openSessions(victim), (await openSessions(other)).length]).toEqual([[], 1]);
});

describe("allow_password_change", () => {
  test.each<[string, readonly string[], number, boolean]>([
    ["a code", ["otp"], PERSONAL_DATA.recentSignInMs - 5_000, true],
    ["an old code", ["otp"], PERSONAL_DATA.recentSignInMs + 1_000, false],
    ["the password", ["password"], PASSWORDS.currentPasswordMs - 5_000, true],
    ["the password a while ago", ["password"], PASSWORDS.currentPasswordMs + 1_000, false],
    ["the password and a second factor a while ago", ["password", "totp"], PASSWORDS.currentPasswordMs + 1_000, false],
    ["a code and a second factor", ["otp", "totp"], PASSWORDS.currentPasswordMs + 1_000, true],
  ])("after a sign-in by %s: %#", async (_name, methods, ageMs, isAllowed) => {
    const ana = await signIn(await account(db), methods, ageMs);
    if (!isAllowed) expect(await rejectionCode(allow(ana))).toBe("account/sign-in-again");
    else await allow(ana);
    await store(ana, OWN);
    expect(await passwordOf(ana)).toBe(isAllowed ? OWN : null);
  });

  test("needs a recent factor of people with two", async () => {
    const ana = await withPassword();
    await factors.addFactor(ana, "verified", 60);
    const session = await factors.signIn(ana, 60);
    const earlier = await factors.confirm(session, PERSONAL_DATA.recentSignInMs / 60_000 + 1);
    expect(await rejectionCode(allow(earlier))).toBe("account/sign-in-again");
    expect(await stateOf(earlier)).toEqual({ is_set: true, is_proven: false });
    const recent = await factors.confirm(session);
    expect(await stateOf(recent)).toEqual({ is_set: true, is_proven: true });
    await allow(recent);
  });

  test("permits one change, and not for long", async () => {
    const ana = await signIn(await account(db));
    await allow(ana);
    await store(ana, OWN);
    await store(ana, MALLORY);
    expect(await passwordOf(ana)).toBe(OWN);
    await allow(ana);
    await db.admin`
      update private.credential_permits set expires_at = expires_at - ${PASSWORDS.permitMs / 1000} * interval '1 second'`;
    await store(ana, MALLORY);
    expect(await passwordOf(ana)).toBe(OWN);
  });

  test("permits nobody else", async () => {
    const [ana, eve] = [await signIn(await account(db)), await signIn(await account(db))];
    await allow(eve);
    await store(ana, MALLORY);
    expect(await passwordOf(ana)).toBeNull();
    const asAna = { ...ana, session: eve.session ?? "" };
    expect(await rejectionCode(allow(asAna))).toBe("account/sign-in-again");
  });

  test("rejects a guest and a token without a session", async () => {
    expect(await rejectionCode(allow(await signIn(await person(db))))).toBe("account/needed");
    expect(await rejectionCode(allow(await account(db)))).toBe("account/sign-in-again");
  });

  test("is limited", async () => {
    const ana = await signIn(await account(db));
    for (let turn = 0; turn < PASSWORDS.changesPerMinute; turn += 1) await allow(ana);
    expect(await rejectionCode(allow(ana))).toBe("request/rate-limited");
  });
});

test("password_state states the password and the proof", async () => {
  const ana = await withPassword();
  expect(await stateOf(ana)).toEqual({ is_set: true, is_proven: true });
  expect(await stateOf(await signIn(ana, ["password"]))).toEqual({ is_set: true, is_proven: false });
  expect(await stateOf(await signIn(ana, ["otp"], PERSONAL_DATA.recentSignInMs))).toMatchObject({ is_proven: false });
  expect(await stateOf(await account(db))).toEqual({ is_set: false, is_proven: false });
});

describe("the email about a new password", () => {
  const emails = () => db.admin<{ recipient: string; locale: string; payload: Record<string, unknown> }[]>`
    select recipient, locale, payload from private.outbox_emails where template = 'password-changed' order by key`;
  const change = async (who: Person, hash: string) => {
    await db.admin`delete from private.rate_limits where user_id = ${who.id}`;
    await allow(who);
    await store(who, hash);
  };

  test("is sent for a change and for a first one", async () => {
    const ana = await withPassword();
    await change(ana, "$2a$10$next");
    const ben = await signIn(await account(db));
    const age = SESSIONS.firstSignInMs / 1000 + 1;
    await db.admin`
      update auth.users set email_confirmed_at = now() - ${age} * interval '1 second' where id = ${ben.id}`;
    await change(ben, OWN);
    const sent = await emails();
    expect(sent.find(({ recipient }) => recipient.startsWith(ana.id))?.payload).toMatchObject({ is_first: false });
    expect(sent.find(({ recipient }) => recipient.startsWith(ben.id))?.payload).toMatchObject({ is_first: true });
    expect(sent).toHaveLength(2);
  });

  test("is sent for stored passwords only", async () => {
    const ana = await signIn(await account(db));
    await change(ana, OWN);
    await store(ana, MALLORY);
    await unproven(`${randomUUID()}@parley.example`);
    expect(await emails()).toEqual([]);
  });

  test("is rare, and in the reader's language", async () => {
    const ana = await withPassword();
    await db.admin`update public.profiles set ui_locale = 'ar' where id = ${ana.id}`;
    for (let at = 0; at <= PASSWORDS.emailsInDay; at += 1) await change(ana, `$2a$10$${at}`);
    const sent = await emails();
    expect([sent.length, sent[0]?.locale]).toEqual([PASSWORDS.emailsInDay, "ar"]);
  });

  test("that fails lets the change pass", async () => {
    const ana = await withPassword();
    await db.admin`alter table private.outbox_emails rename to lost`;
    try {
      await change(ana, MALLORY);
    } finally {
      await db.admin`alter table private.lost rename to outbox_emails`;
    }
    expect(await passwordOf(ana)).toBe(MALLORY);
  });
});

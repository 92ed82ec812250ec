/** Accounts that begin with a phone number, as Auth stores them. */
import { randomInt, randomUUID } from "node:crypto";
import type { Person } from "./fixtures.ts";
import type { SignedIn } from "./sessions.ts";
import { emptyResult, type TestDatabase } from "./testDatabase.ts";

export interface PhonePerson extends Person {
  /** Without a plus sign. */
  readonly phone: string;
}

export const newPhone = (): string => `346${randomInt(1e7, 1e8)}`;

/** Creates a user whose number nobody has proven yet. */
export async function unprovenPhone(db: TestDatabase, phone = newPhone()): Promise<PhonePerson> {
  const id = randomUUID();
  await db.admin`
    insert into auth.users (id, aud, role, phone, encrypted_password, is_anonymous)
    values (${id}, 'authenticated', 'authenticated', ${phone}, 'of a stranger', false)`;
  return { role: "authenticated", id, phone };
}

/** Creates an account without an address. */
export async function phoneAccount(db: TestDatabase, phone = newPhone()): Promise<PhonePerson> {
  const who = await unprovenPhone(db, phone);
  await db.admin`update auth.users set phone_confirmed_at = now() where id = ${who.id}`;
  return who;
}

/** Signs in by SMS: Auth confirms the number again and begins the session in one transaction. */
export async function signInBySms(db: TestDatabase, { id }: Person): Promise<SignedIn> {
  const session = randomUUID();
  await db.admin.begin(async (sql) => {
    await sql`update auth.users set phone_confirmed_at = now() where id = ${id}`;
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (${session}, ${id}, now(), now(), 'aal1')`;
    await sql`
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${session}, now(), now(), 'otp')`;
  });
  return { role: "authenticated", id, session, level: "aal1" };
}

/** The steps of a change. `phone` has no plus sign, as at Auth. */
export const phoneActions = (db: TestDatabase) => {
  const allow = (who: Person, phone: string) =>
    db.rpc(who, "allow_phone_change", { p_phone: `+${phone}` }, emptyResult);
  /** Begins a change as Auth does after it sent the code. */
  const begin = async ({ id }: Person, phone: string) =>
    void (await db.admin`update auth.users set phone_change = ${phone} where id = ${id}`);
  /** Completes a change as Auth does after the code. */
  const complete = async ({ id }: Person, phone: string) =>
    void (await db.admin`
      update auth.users set phone = ${phone}, phone_change = '', phone_confirmed_at = now() where id = ${id}`);
  return {
    ...{ allow, begin, complete },
    change: async (who: Person, phone = newPhone()): Promise<string> => {
      await allow(who, phone);
      await begin(who, phone);
      await complete(who, phone);
      return phone;
    },
    remove: (who: Person) => db.rpc(who, "remove_phone", {}, emptyResult),
    /** Makes permits and codes older. */
    ageChanges: async (milliseconds: number) =>
      void (await db.admin`
        update private.contact_changes set
          permitted_until = permitted_until - ${milliseconds / 1000} * interval '1 second',
          begun_until = begun_until - ${milliseconds / 1000} * interval '1 second'`),
    phoneOf: async ({ id }: Person) =>
      (await db.admin<{ phone: string | null }[]>`select phone from auth.users where id = ${id}`)[0]?.phone,
  };
};

/** Accounts that begin with a phone number, as Auth stores them. */
import { randomInt, randomUUID } from "node:crypto";
import type { Person } from "./fixtures.ts";
import type { SignedIn } from "./sessions.ts";
import type { TestDatabase } from "./testDatabase.ts";

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

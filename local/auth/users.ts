/** Users in the schema `auth`: their rows, their public form, and the writes. */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import * as z from "zod";
import { AuthError } from "./errors.ts";

/** A pool or a transaction of the role that owns `auth`. */
export type Db = postgres.ISql;

const metadata = z.record(z.string(), z.unknown());
export type Metadata = z.infer<typeof metadata>;
const time = z.date().nullable();

const identity = z.object({
  identity_id: z.guid(),
  id: z.string(),
  user_id: z.guid(),
  identity_data: metadata,
  provider: z.string(),
  last_sign_in_at: z.string().nullable(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  email: z.string().nullable(),
});

const factor = z.object({
  id: z.guid(),
  friendly_name: z.string().nullable(),
  factor_type: z.enum(["totp", "phone", "webauthn", "recovery_code"]),
  status: z.enum(["unverified", "verified"]),
  created_at: z.string(),
  updated_at: z.string(),
  last_challenged_at: z.string().nullable(),
});
export type Factor = z.infer<typeof factor>;
export const isVerified = ({ status }: Factor): boolean => status === "verified";

const userRow = z.object({
  id: z.guid(),
  aud: z.string(),
  role: z.string(),
  email: z.string().nullable(),
  /** Empty without a password. */
  encrypted_password: z.string(),
  email_change: z.string().nullable(),
  /** Without a plus sign. */
  phone: z.string().nullable(),
  phone_change: z.string().nullable(),
  phone_confirmed_at: time,
  phone_change_sent_at: time,
  /** 1 once one of the two addresses of a change is confirmed. */
  email_change_confirm_status: z.int(),
  email_confirmed_at: time,
  confirmed_at: time,
  confirmation_sent_at: time,
  recovery_sent_at: time,
  email_change_sent_at: time,
  reauthentication_sent_at: time,
  last_sign_in_at: time,
  app_metadata: metadata,
  user_metadata: metadata,
  created_at: time,
  updated_at: time,
  is_anonymous: z.boolean(),
  is_sso_user: z.boolean(),
  banned_until: time,
  identities: z.array(identity),
  factors: z.array(factor),
});
export type User = z.infer<typeof userRow>;

type UserKey = { id: string } | { email: string } | { phone: string };

const whereOf = (db: Db, by: UserKey) => {
  if ("id" in by) return db`u.id = ${by.id}`;
  return "email" in by
    ? db`u.email = ${by.email} and not u.is_sso_user`
    : db`u.phone = ${by.phone} and not u.is_sso_user`;
};

/** Returns the user, and locks it within a transaction. */
export async function findUser(db: Db, by: UserKey): Promise<User | null> {
  const where = whereOf(db, by);
  const [found] = await db`
    select u.id, u.aud, u.role, u.email, coalesce(u.encrypted_password, '') as encrypted_password, u.email_change,
      u.phone, u.phone_change, u.phone_confirmed_at, u.phone_change_sent_at, coalesce(u.email_change_confirm_status, 0) as email_change_confirm_status, u.email_confirmed_at, u.confirmed_at, u.confirmation_sent_at,
      u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at, u.last_sign_in_at, coalesce(u.raw_app_meta_data, '{}') as app_metadata,
      coalesce(u.raw_user_meta_data, '{}') as user_metadata, u.created_at, u.updated_at, u.is_anonymous, u.is_sso_user, u.banned_until,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
          'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
          'updated_at', i.updated_at, 'email', i.email) order by i.created_at)
        from auth.identities i where i.user_id = u.id
      ), '[]') as identities,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
          'created_at', f.created_at, 'updated_at', f.updated_at, 'last_challenged_at', f.last_challenged_at
        ) order by f.created_at, f.id)
        from auth.mfa_factors f where f.user_id = u.id
      ), '[]') as factors
    from auth.users u where ${where} and u.deleted_at is null limit 1 for update of u`;
  return found === undefined ? null : userRow.parse(found);
}

/** Returns the user as clients see it, without empty times. */
export function publicUser(user: User): Record<string, unknown> {
  const {
    email,
    email_change,
    phone,
    phone_change,
    encrypted_password: _password,
    email_change_confirm_status: _status,
    banned_until: _banned,
    is_sso_user: _sso,
    factors,
    ...rest
  } = user;
  const present = Object.entries(rest).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(present),
    email: email ?? "",
    phone: phone ?? "",
    // GoTrue leaves an empty list out.
    ...(factors.length > 0 && { factors }),
    ...(email_change ? { new_email: email_change } : {}),
    ...(phone_change ? { new_phone: phone_change } : {}),
  };
}

export interface NewUser {
  email: string | null;
  /** Instead of an address, without a plus sign. */
  phone?: string;
  metadata: Metadata;
  passwordHash?: string;
  /** The user has an identity of a provider, and none of the address. */
  isExternal?: boolean;
  /** An identity provider manages the user. Its address need not be unique. */
  isSso?: boolean;
}

/** Creates a user with an unconfirmed address or number, or an anonymous user. Triggers on `auth.users` run. */
export async function createUser(
  db: Db,
  { email, phone, metadata: given, passwordHash = "", isExternal = false, isSso = false }: NewUser,
): Promise<User> {
  const id = randomUUID();
  const provider = phone === undefined ? "email" : "phone";
  const isAnonymous = email === null && phone === undefined && !isExternal;
  const isPlain = isAnonymous || isExternal;
  const own = phone === undefined ? { email } : { phone };
  const about = isPlain ? given : { ...given, sub: id, ...own, email_verified: false, phone_verified: false };
  const app = isPlain ? {} : { provider, providers: [provider] };
  try {
    await db`
      insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
        raw_user_meta_data, created_at, updated_at, is_anonymous, is_sso_user, confirmation_token, recovery_token,
        email_change_token_new, email_change)
      values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated', ${email}, ${phone ?? null}, ${passwordHash},
        ${json(app)}::text::jsonb, ${json(about)}::text::jsonb, now(), now(), ${isAnonymous}, ${isSso}, '', '', '', '')`;
  } catch (error) {
    // The usual cause is a trigger of the project. GoTrue returns no details either.
    if (!(error instanceof postgres.PostgresError)) throw error;
    const message = isAnonymous ? "Database error creating anonymous user" : "Database error saving new user";
    throw new AuthError(500, "unexpected_failure", message);
  }
  if (email !== null && !isExternal) await saveEmailIdentity(db, id, email, false, given);
  if (phone !== undefined) await savePhoneIdentity(db, id, phone, false);
  return await requireUser(db, id);
}

/** Returns an existing user. Throws 403 when it was deleted. */
export async function requireUser(db: Db, id: string): Promise<User> {
  const user = await findUser(db, { id });
  if (user === null) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  return user;
}

async function saveEmailIdentity(
  db: Db,
  id: string,
  email: string,
  verified: boolean,
  given: Metadata = {},
): Promise<void> {
  const about = json({ ...given, sub: id, email, email_verified: verified, phone_verified: false });
  await db`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${id}, ${id}, ${about}::text::jsonb, 'email', now(), now(), now())
    on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`;
}

/** An identity of a number, as a confirmation by SMS creates and updates it (`smsVerify`). */
export async function savePhoneIdentity(db: Db, id: string, phone: string, verified: boolean): Promise<void> {
  const about = json({ sub: id, phone, email_verified: false, phone_verified: verified });
  await db`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${id}, ${id}, ${about}::text::jsonb, 'phone', now(), now(), now())
    on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`;
}

/**
 * Confirms an address and invalidates all codes. An anonymous user becomes permanent and keeps its id. Somebody who signs in by a
 * provider gets an identity of the address only by a change of it, as in GoTrue.
 */
export async function confirmEmail(db: Db, user: User, email: string): Promise<void> {
  const verified = json({ email, email_verified: true });
  try {
    await db`
      update auth.users set email = ${email}, is_anonymous = false, email_change_confirm_status = 0,
        email_change = case when email_change = ${email} then '' else email_change end,
        email_confirmed_at = coalesce(case when email = ${email} then email_confirmed_at end, now()),
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${verified}::text::jsonb, updated_at = now()
      where id = ${user.id}`;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === "23505") throw emailExists();
    throw error;
  }
  await invalidateCodes(db, user.id);
  const isExternal = user.identities.length > 0 && user.identities.every(({ provider }) => provider !== "email");
  if (!isExternal || email !== user.email) await saveEmailIdentity(db, user.id, email, true);
  await updateProviders(db, user.id);
}

/** Stores the providers of a user's identities, oldest first (`UpdateAppMetaDataProviders`). */
export async function updateProviders(db: Db, id: string): Promise<void> {
  await db`
    update auth.users set updated_at = now(), raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
      select case when count(*) = 0 then '{}' else jsonb_build_object(
        'provider', (array_agg(provider order by created_at))[1],
        'providers', jsonb_agg(provider order by created_at)
      ) end
      from (
        select provider, min(created_at) as created_at from auth.identities where user_id = ${id} group by provider
      ) as own
    )
    where id = ${id}`;
}

/** Sets an unconfirmed address. */
export async function setEmail(db: Db, id: string, email: string): Promise<void> {
  await db`update auth.users set email = ${email}, email_confirmed_at = null, updated_at = now() where id = ${id}`;
}

/** Replaces an address by that of an identity, and invalidates all codes. One that nobody has verified is unconfirmed. */
export async function replaceEmail(db: Db, id: string, email: string, isVerified: boolean): Promise<void> {
  await db`
    update auth.users set email = ${email === "" ? null : email}, updated_at = now(), email_change = '',
      email_change_confirm_status = 0, email_confirmed_at = case when ${isVerified} then email_confirmed_at end
    where id = ${id}`;
  await invalidateCodes(db, id);
}

/** Sets a password, invalidates all codes, and ends all other sessions. */
export async function changePassword(db: Db, id: string, sessionId: string, passwordHash: string): Promise<void> {
  await db`
    update auth.users set encrypted_password = ${passwordHash}, confirmation_sent_at = null, recovery_sent_at = null,
      email_change_sent_at = null, phone_change_sent_at = null, reauthentication_sent_at = null, updated_at = now()
    where id = ${id}`;
  await invalidateCodes(db, id);
  await db`delete from auth.sessions where user_id = ${id} and id <> ${sessionId}`;
}

export async function invalidateCodes(db: Db, id: string): Promise<void> {
  await db`delete from auth.one_time_tokens where user_id = ${id}`;
}

/** Stores the new, unconfirmed address of a user. */
export async function setPendingEmail(db: Db, id: string, email: string): Promise<User> {
  await db`
    update auth.users set email_change = ${email}, email_change_confirm_status = 0, updated_at = now() where id = ${id}`;
  return await requireUser(db, id);
}

/** Marks one of the two addresses of a change as confirmed. */
export async function confirmFirstAddress(db: Db, id: string): Promise<void> {
  await db`update auth.users set email_change_confirm_status = 1, updated_at = now() where id = ${id}`;
}

export const isBanned = ({ banned_until }: User): boolean =>
  banned_until !== null && banned_until.getTime() > Date.now();

/** Sets metadata keys. A null value deletes its key. */
export async function updateMetadata(db: Db, user: User, change: Metadata): Promise<void> {
  const merged = Object.entries({ ...user.user_metadata, ...change }).filter(([, value]) => value !== null);
  const about = json(Object.fromEntries(merged));
  await db`update auth.users set raw_user_meta_data = ${about}::text::jsonb, updated_at = now() where id = ${user.id}`;
}

export const emailExists = () =>
  new AuthError(422, "email_exists", "A user with this email address has already been registered");

/** JSON as text, which every connection sends the same way. */
const json = (value: unknown) => JSON.stringify(value);

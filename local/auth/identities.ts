/** Identities of users: their rows, and `DELETE /user/identities/:id`. */
import postgres from "postgres";
import * as z from "zod";
import { requireSession } from "./account.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { type Db, type Metadata, requireUser, setEmail, updateProviders } from "./users.ts";

const identityRow = z.object({ id: z.guid(), user_id: z.guid() });

/** Returns the identity of a provider's subject, or null. */
export async function findIdentity(
  db: Db,
  provider: string,
  subject: string,
): Promise<z.infer<typeof identityRow> | null> {
  const [row] = await db`
    select id, user_id from auth.identities where provider = ${provider} and provider_id = ${subject}`;
  return row === undefined ? null : identityRow.parse(row);
}

export async function createIdentity(
  db: Db,
  userId: string,
  provider: string,
  subject: string,
  data: Metadata,
): Promise<void> {
  try {
    await db`
      insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      values (${subject}, ${userId}, ${JSON.stringify(data)}::text::jsonb, ${provider}, now(), now(), now())`;
  } catch (error) {
    // The usual cause is a trigger of the project. GoTrue returns no details either.
    if (!(error instanceof postgres.PostgresError)) throw error;
    throw new AuthError(500, "unexpected_failure", "Error creating identity");
  }
}

/** Stores what the provider says now. */
export async function saveIdentity(db: Db, id: string, data: Metadata): Promise<void> {
  await db`
    update auth.identities set identity_data = ${JSON.stringify(data)}::text::jsonb, last_sign_in_at = now(), updated_at = now()
    where id = ${id}`;
}

/** Deletes what an unconfirmed user has besides a new identity (`RemoveUnconfirmedIdentities` in models/user.go). */
export async function removeOtherIdentities(db: Db, userId: string, provider: string, subject: string): Promise<void> {
  await db`update auth.users set encrypted_password = '' where id = ${userId}`;
  await db`
    delete from auth.identities where user_id = ${userId} and not (provider = ${provider} and provider_id = ${subject})`;
  await updateProviders(db, userId);
}

export function requireManualLinking({ config }: AuthContext): void {
  if (config.enable_manual_linking) return;
  throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

/** `DELETE /user/identities/:id`. A user keeps at least one. */
export async function unlinkIdentity(context: AuthContext, request: Request): Promise<Response> {
  const { sub } = await requireSession(context, request);
  requireManualLinking(context);
  const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
  await context.sql.begin(async (db: Db) => {
    const { identities } = await requireUser(db, sub);
    if (identities.length <= 1) {
      const message = "User must have at least 1 identity after unlinking";
      throw new AuthError(422, "single_identity_not_deletable", message);
    }
    if (!identities.some(({ identity_id }) => identity_id === id)) {
      throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
    }
    await db`delete from auth.identities where id = ${id} and user_id = ${sub}`;
    await takeEmailOfIdentities(db, sub);
    await updateProviders(db, sub);
  });
  return Response.json({});
}

const remaining = z.object({ email: z.string(), verified: z.boolean() });

/** Gives a user the address of their identities (`UpdateUserEmailFromIdentities`): that of the email identity, else the last. */
async function takeEmailOfIdentities(db: Db, userId: string): Promise<void> {
  const user = await requireUser(db, userId);
  const [row] = await db`
    select email, coalesce((identity_data ->> 'email_verified')::boolean, false) as verified
    from auth.identities where user_id = ${userId} and email <> '' order by provider = 'email' desc, created_at desc limit 1`;
  if (row === undefined) return;
  const { email, verified } = remaining.parse(row);
  if (email === user.email) return;
  try {
    await setEmail(db, userId, email, verified);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== "23505") throw error;
    const message = "Unable to unlink identity due to email conflict";
    throw new AuthError(422, "email_conflict_identity_not_deletable", message);
  }
}

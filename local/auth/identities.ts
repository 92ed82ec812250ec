/** Identities of users: their rows, and `DELETE /user/identities/:id`. */
import postgres from "postgres";
import * as z from "zod";
import { requireSession } from "./account.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { type Db, type Metadata, replaceEmail, requireUser, updateProviders } from "./users.ts";

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

/** `DELETE /user/identities/:id` (`DeleteIdentity`). A user keeps at least one. */
export async function unlinkIdentity(context: AuthContext, request: Request): Promise<Response> {
  const { sub } = await requireSession(context, request);
  requireManualLinking(context);
  const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
  if (!z.guid().safeParse(id).success) throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
  await context.sql.begin(async (db: Db) => {
    const { identities } = await requireUser(db, sub);
    if (identities.length <= 1) {
      const message = "User must have at least 1 identity after unlinking";
      throw new AuthError(422, "single_identity_not_deletable", message);
    }
    if (!identities.some(({ identity_id }) => identity_id === id)) {
      throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
    }
    try {
      await db`delete from auth.identities where id = ${id} and user_id = ${sub}`;
    } catch (error) {
      // The usual cause is a trigger of the project. GoTrue returns no details either.
      if (!(error instanceof postgres.PostgresError)) throw error;
      throw new AuthError(500, "unexpected_failure", "Database error deleting identity");
    }
    await takeEmailOfIdentities(db, sub, !context.config.email.enable_confirmations);
    await updateProviders(db, sub);
  });
  return Response.json({});
}

const addressOfIdentity = z.object({ email: z.string(), verified: z.boolean(), taken: z.boolean() });

/**
 * Gives a user the address of an identity, if no identity has the user's (`UpdateUserEmailFromIdentities` in models/user.go).
 * Verified addresses come first, then others, then none. It is the oldest that no other user has.
 */
async function takeEmailOfIdentities(db: Db, userId: string, isAnyVerified: boolean): Promise<void> {
  const user = await requireUser(db, userId);
  const rows = await db`
    select coalesce(email, '') as email, coalesce((identity_data ->> 'email_verified')::boolean, false) as verified,
      coalesce(email in (select u.email from auth.users u where u.id <> ${userId} and not u.is_sso_user), false) as taken
    from auth.identities where user_id = ${userId}
    order by
      case when coalesce(email, '') = '' then 2 when (identity_data ->> 'email_verified')::boolean then 0 else 1 end,
      created_at, id`;
  const addresses = z.array(addressOfIdentity).parse([...rows]);
  if (addresses.some(({ email }) => email === (user.email ?? ""))) return;
  const chosen = addresses.find(({ taken }) => !taken);
  if (chosen === undefined) {
    const message = "Unable to unlink identity due to email conflict";
    throw new AuthError(422, "email_conflict_identity_not_deletable", message);
  }
  const { email, verified } = chosen;
  await replaceEmail(db, userId, email, email !== "" && (verified || isAnyVerified));
}

/** `/passkeys` and `/admin/users/:id/passkeys` (GoTrue, `internal/api/passkey_manage.go` and `passkey_admin.go`). */
import * as z from "zod";
import { SECRET_KEY } from "../keys.ts";
import { requireSession } from "./account.ts";
import { parseBody } from "./body.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import { requirePasskeyLevel } from "./passkeyRegistration.ts";
import { passkeysOf, publicPasskey } from "./passkeyRows.ts";
import { type Db, findUser } from "./users.ts";
import { requirePasskeys } from "./webauthnChallenges.ts";

/** Bytes. */
const MAX_NAME_BYTES = 120;

const notFound = () => new AuthError(404, "validation_failed", "Passkey not found");

const lastId = (request: Request): string => new URL(request.url).pathname.split("/").at(-1) ?? "";

/** `GET /passkeys`. */
export async function listPasskeys(context: AuthContext, request: Request): Promise<Response> {
  requirePasskeys(context);
  const { sub } = await requireSession(context, request);
  return Response.json((await passkeysOf(context.sql, sub)).map(publicPasskey));
}

const renameBody = z.object({ friendly_name: z.string().nullish() });

/** `PATCH /passkeys/:id`. Needs no second factor. */
export async function renamePasskey(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  requirePasskeys(context);
  const { sub } = await requireSession(context, request);
  const { friendly_name: name } = parseBody(renameBody, body);
  if (!name) throw invalid("friendly_name is required");
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw invalid("friendly_name must be 120 characters or less");
  const { sql } = context;
  await sql`
    update auth.webauthn_credentials set friendly_name = ${name}, updated_at = now()
    where id = ${lastId(request)} and user_id = ${sub}`;
  const renamed = (await passkeysOf(sql, sub)).find(({ id }) => id === lastId(request).toLowerCase());
  if (renamed === undefined) throw notFound();
  return Response.json(publicPasskey(renamed));
}

async function removePasskey(db: Db, userId: string, id: string): Promise<Response> {
  const { count } = await db`delete from auth.webauthn_credentials where id = ${id} and user_id = ${userId}`;
  if (count === 0) throw notFound();
  return new Response(null, { status: 204 });
}

/** `DELETE /passkeys/:id`. Its sessions continue. */
export async function deletePasskey(context: AuthContext, request: Request): Promise<Response> {
  requirePasskeys(context);
  const claims = await requireSession(context, request);
  await requirePasskeyLevel(context.sql, claims);
  return await removePasskey(context.sql, claims.sub, lastId(request));
}

/** Returns the id of the user in the path of an admin's request. Throws for other callers, and 404 without the user. */
async function requireUserForAdmin({ sql }: AuthContext, request: Request): Promise<string> {
  if (request.headers.get("apikey") !== SECRET_KEY) {
    throw new AuthError(403, "not_admin", "User not allowed");
  }
  const [, id = ""] = /\/admin\/users\/([^/]+)/u.exec(new URL(request.url).pathname) ?? [];
  const user = await findUser(sql, { id });
  if (user === null) throw new AuthError(404, "user_not_found", "User not found");
  return user.id;
}

/** `GET /admin/users/:id/passkeys`, also while passkeys are off. */
export const listPasskeysOf = async (context: AuthContext, request: Request): Promise<Response> =>
  Response.json((await passkeysOf(context.sql, await requireUserForAdmin(context, request))).map(publicPasskey));

/** `DELETE /admin/users/:id/passkeys/:id`. */
export const deletePasskeyOf = async (context: AuthContext, request: Request): Promise<Response> =>
  await removePasskey(context.sql, await requireUserForAdmin(context, request), lastId(request));

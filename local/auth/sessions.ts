/** Sessions and refresh tokens. A token is single-use; reuse ends the session, unless a response may have been lost. */
import { randomBytes, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import * as z from "zod";
import type { UserClaims } from "../jwtClaims.ts";
import type { Keys } from "../keys.ts";
import { AuthError } from "./errors.ts";
import { type Db, isBanned, publicUser, requireUser, type User } from "./users.ts";

export interface Issuer {
  keys: Keys;
  /** `<gateway>/auth/v1` */
  url: string;
  /** Lifetime of an access token. */
  lifetimeSeconds: number;
  /** Within this time a refresh token may be used again: by two tabs, or a repeated request. */
  reuseIntervalSeconds: number;
}

const session = z.object({ id: z.guid(), user_id: z.guid(), aal: z.enum(["aal1", "aal2", "aal3"]) });
const sessionDescription = z.object({ startedAt: z.date(), methods: z.array(z.string()) });
const refreshToken = z.object({
  token: z.string(),
  session_id: z.guid(),
  revoked: z.boolean(),
  parent: z.string().nullable(),
  recent: z.boolean(),
});
type RefreshToken = z.infer<typeof refreshToken>;
const amr = z.array(z.object({ method: z.string(), timestamp: z.int() }));

/** Starts a session after a sign-in by `method` from the client's address. Returns the response body of `/token`. */
export async function startSession(
  db: Db,
  { issuer, address }: { issuer: Issuer; address: string },
  userId: string,
  method: string,
  request: Request,
) {
  const id = randomUUID();
  const agent = request.headers.get("user-agent");
  await db`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
    values (${id}, ${userId}, now(), now(), 'aal1', ${agent}, ${isIP(address) === 0 ? null : address})`;
  await db`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${id}, now(), now(), ${method})`;
  await db`update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}`;
  return await issueTokens(db, issuer, id, await addRefreshToken(db, id, userId, null));
}

/** Exchanges a refresh token for new tokens. Throws `RefreshTokenReused` for a token exchanged long ago. */
export async function refreshSession(db: Db, issuer: Issuer, token: string, request: Request) {
  const found = await findRefreshToken(db, token, issuer.reuseIntervalSeconds);
  if (found === null) {
    throw new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }
  const user = await ownerOf(db, found.session_id);
  if (isBanned(user)) {
    throw new AuthError(400, "user_banned", "Invalid Refresh Token: User Banned");
  }
  if (found.revoked) {
    const active = await activeRefreshToken(db, found.session_id);
    // The response with the active token may have been lost, or several tabs sent requests at once: return it again.
    if (active === null || (active.parent !== found.token && !found.recent)) {
      throw new RefreshTokenReused(found.session_id);
    }
    return await issueTokens(db, issuer, found.session_id, active.token);
  }
  await db`update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${found.token}`;
  const newToken = await addRefreshToken(db, found.session_id, user.id, found.token);
  const agent = request.headers.get("user-agent");
  await db`
    update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now(), user_agent = ${agent}
    where id = ${found.session_id}`;
  return await issueTokens(db, issuer, found.session_id, newToken);
}

/**
 * A refresh token was exchanged long ago and is used again: owner and thief cannot be told apart. The catcher must end
 * the session outside of the transaction that this error rolled back.
 */
export class RefreshTokenReused extends AuthError {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
    this.sessionId = sessionId;
  }
}

/** Ends a session: at once for Auth, elsewhere when its access token expires. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db`delete from auth.sessions where id = ${sessionId}`;
}

export type Scope = "global" | "local" | "others";

/** Ends all sessions of the user, this session, or all others. */
export async function endSessions(db: Db, userId: string, sessionId: string, scope: Scope): Promise<void> {
  switch (scope) {
    case "global":
      await db`delete from auth.sessions where user_id = ${userId}`;
      return;
    case "local":
      await db`delete from auth.sessions where id = ${sessionId} and user_id = ${userId}`;
      return;
    case "others":
      await db`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`;
      return;
    default:
      scope satisfies never;
  }
}

export async function sessionExists(db: Db, id: string): Promise<boolean> {
  return (await db`select from auth.sessions where id = ${id}`).length > 0;
}

export const sessionNotFound = () =>
  new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");

/** Returns when the session started and by which methods. Throws 403 for an ended one. */
export async function describeSession(db: Db, id: string): Promise<z.infer<typeof sessionDescription>> {
  const [row] = await db`
    select s.created_at as "startedAt", coalesce(array_agg(c.authentication_method) filter (where c.id is not null), '{}') as methods
    from auth.sessions s left join auth.mfa_amr_claims c on c.session_id = s.id
    where s.id = ${id} group by s.id`;
  if (row === undefined) throw sessionNotFound();
  return sessionDescription.parse(row);
}

export async function addRefreshToken(
  db: Db,
  sessionId: string,
  userId: string,
  parent: string | null,
): Promise<string> {
  const token = randomBytes(18).toString("base64url");
  await db`
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values ('00000000-0000-0000-0000-000000000000', ${token}, ${userId}, false, now(), now(), ${parent}, ${sessionId})`;
  return token;
}

async function findRefreshToken(db: Db, token: string, reuseInterval: number): Promise<RefreshToken | null> {
  // Locks the session first, so that the second of two concurrent requests sees the result of the first.
  await db`
    select from auth.sessions where id = (select session_id from auth.refresh_tokens where token = ${token}) for update`;
  const [found] = await db`
    select token, session_id, revoked, parent, updated_at > now() - make_interval(secs => ${reuseInterval}) as recent
    from auth.refresh_tokens where token = ${token}`;
  return found === undefined ? null : refreshToken.parse(found);
}

async function activeRefreshToken(db: Db, sessionId: string): Promise<RefreshToken | null> {
  const [found] = await db`
    select token, session_id, revoked, parent, false as recent from auth.refresh_tokens
    where session_id = ${sessionId} and not revoked order by id desc limit 1`;
  return found === undefined ? null : refreshToken.parse(found);
}

async function ownerOf(db: Db, sessionId: string): Promise<User> {
  const [row] = await db`select id, user_id, aal from auth.sessions where id = ${sessionId}`;
  return await requireUser(db, session.parse(row).user_id);
}

/** Returns the response body of every sign-in: both tokens and the user. */
export async function issueTokens(
  db: Db,
  { keys, url, lifetimeSeconds: life }: Issuer,
  sessionId: string,
  refresh: string,
) {
  const [row] = await db`select id, user_id, aal from auth.sessions where id = ${sessionId}`;
  const { user_id, aal } = session.parse(row);
  const methods = await db`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
  const user = await requireUser(db, user_id);
  const issuedAt = Math.floor(Date.now() / 1000);
  const payload: UserClaims = {
    iss: url,
    sub: user.id,
    aud: "authenticated",
    exp: issuedAt + life,
    iat: issuedAt,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: "authenticated",
    aal,
    amr: amr.parse([...methods]),
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  };
  return {
    access_token: await keys.sign(payload),
    token_type: "bearer",
    expires_in: life,
    expires_at: payload.exp,
    refresh_token: refresh,
    user: publicUser(user),
  };
}

/** Sessions and their refresh tokens: single use, forgiving where an answer may have been lost, else ending the session. */
import { randomBytes, randomUUID } from "node:crypto";
import * as z from "zod";
import type { UserClaims } from "../jwtClaims.ts";
import type { Keys } from "../keys.ts";
import { AuthError } from "./errors.ts";
import { type Db, isBanned, shown, theUser, type User } from "./users.ts";

export interface Issuer {
  keys: Keys;
  /** `<gateway>/auth/v1` */
  url: string;
  /** Seconds that an access token lives. */
  life: number;
  /** Seconds in which the same refresh token may come again: two tabs, a repeated request. */
  reuseInterval: number;
}

const session = z.object({ id: z.uuid(), user_id: z.uuid(), aal: z.enum(["aal1", "aal2", "aal3"]) });
const refreshToken = z.object({
  token: z.string(),
  session_id: z.uuid(),
  revoked: z.boolean(),
  parent: z.string().nullable(),
  recent: z.boolean(),
});
type RefreshToken = z.infer<typeof refreshToken>;
const amr = z.array(z.object({ method: z.string(), timestamp: z.int() }));

/** Starts a session after a sign-in by `method`; the answer of `/token`. */
export async function startSession(db: Db, issuer: Issuer, userId: string, method: string, request: Request) {
  const id = randomUUID();
  const agent = request.headers.get("user-agent");
  await db`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent)
    values (${id}, ${userId}, now(), now(), 'aal1', ${agent})`;
  await db`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${id}, now(), now(), ${method})`;
  await db`update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}`;
  return await tokensOf(db, issuer, id, await addRefreshToken(db, id, userId, null));
}

/** Trades a refresh token for new tokens. Throws `RefreshTokenStolen` for one that was traded long ago. */
export async function refreshSession(db: Db, issuer: Issuer, token: string) {
  const found = await findRefreshToken(db, token, issuer.reuseInterval);
  if (found === null) {
    throw new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }
  const user = await ownerOf(db, found.session_id);
  if (isBanned(user)) {
    throw new AuthError(400, "user_banned", "Invalid Refresh Token: User Banned");
  }
  if (found.revoked) {
    const active = await activeRefreshToken(db, found.session_id);
    // The answer that held the active token may never have arrived, or several tabs asked at once: give it again.
    if (active === null || (active.parent !== found.token && !found.recent)) {
      throw new RefreshTokenStolen(found.session_id);
    }
    return await tokensOf(db, issuer, found.session_id, active.token);
  }
  await db`update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${found.token}`;
  const next = await addRefreshToken(db, found.session_id, user.id, found.token);
  await db`update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now() where id = ${found.session_id}`;
  return await tokensOf(db, issuer, found.session_id, next);
}

/**
 * Somebody holds a token that its owner traded long ago: which of the two is the owner cannot be told. Whoever catches
 * this ends the session, outside the transaction that it rolled back.
 */
export class RefreshTokenStolen extends AuthError {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
    this.sessionId = sessionId;
  }
}

/** Ends a session and its tokens: at once for Auth, everywhere when its access token expires. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db`delete from auth.sessions where id = ${sessionId}`;
}

export type Scope = "global" | "local" | "others";

/** Signs out: all sessions of the user, this one, or all the others. */
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

async function addRefreshToken(db: Db, sessionId: string, userId: string, parent: string | null): Promise<string> {
  const token = randomBytes(18).toString("base64url");
  await db`
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values ('00000000-0000-0000-0000-000000000000', ${token}, ${userId}, false, now(), now(), ${parent}, ${sessionId})`;
  return token;
}

async function findRefreshToken(db: Db, token: string, reuseInterval: number): Promise<RefreshToken | null> {
  // The session is locked first: of two requests with one token, the second sees what the first did.
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
  return await theUser(db, session.parse(row).user_id);
}

/** The answer of every sign-in: both tokens and the user. */
async function tokensOf(db: Db, { keys, url, life }: Issuer, sessionId: string, refresh: string) {
  const [row] = await db`select id, user_id, aal from auth.sessions where id = ${sessionId}`;
  const { user_id, aal } = session.parse(row);
  const methods = await db`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
  const user = await theUser(db, user_id);
  const issuedAt = Math.floor(Date.now() / 1000);
  const payload: UserClaims = {
    iss: url,
    sub: user.id,
    aud: "authenticated",
    exp: issuedAt + life,
    iat: issuedAt,
    email: user.email ?? "",
    phone: "",
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
    user: shown(user),
  };
}

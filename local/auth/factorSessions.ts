/** The effects of a second factor on sessions: the level of assurance (`aal`) and the methods (`amr`). */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { UserClaims } from "../jwtClaims.ts";
import { addRefreshToken, type Issuer, issueTokens, sessionNotFound } from "./sessions.ts";
import type { Db } from "./users.ts";

type FactorMethod = "totp" | "mfa/recovery_code";

const level = z.object({ aal: z.enum(["aal1", "aal2", "aal3"]) });

/** Returns the level that the session has now. A token may state an older one. */
export async function sessionLevel(db: Db, id: string): Promise<z.infer<typeof level>["aal"]> {
  const [row] = await db`select aal from auth.sessions where id = ${id}`;
  if (row === undefined) throw sessionNotFound();
  return level.parse(row).aal;
}

/**
 * Raises a session to `aal2` and ends those of the user at `aal1`. Returns new tokens. The refresh token of before has no
 * use any more: otherwise somebody who holds it would receive the higher level.
 */
export async function raiseSession(
  db: Db,
  issuer: Issuer,
  { sub, session_id }: UserClaims,
  { method, factorId }: { method: FactorMethod; factorId: string },
) {
  await db`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${session_id}, now(), now(), ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
  const { count } = await db`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now()
    where id = ${session_id} and user_id = ${sub}`;
  if (count === 0) throw sessionNotFound();
  await db`delete from auth.sessions where user_id = ${sub} and aal < 'aal2'`;
  await db`delete from auth.refresh_tokens where session_id = ${session_id}`;
  return await issueTokens(db, issuer, session_id, await addRefreshToken(db, session_id, sub, null));
}

/** Lowers the sessions that a removed factor had raised. */
export async function downgradeSessions(db: Db, factorId: string, method: FactorMethod): Promise<void> {
  await db`
    delete from auth.mfa_amr_claims c using auth.sessions s
    where s.id = c.session_id and s.factor_id = ${factorId} and c.authentication_method = ${method}`;
  await db`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${factorId}`;
}

/** PKCE: an authorization code is only valid with the verifier of the browser that requested the email. */
import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { AuthError, invalid } from "./errors.ts";
import type { Db } from "./users.ts";

export const FLOW_EXPIRY_MINUTES = 5;

const challengeMethod = z.enum(["s256", "plain"]);
export const challengeFields = z.object({
  code_challenge: z.string().min(43).max(128).nullish(),
  code_challenge_method: z.string().toLowerCase().pipe(challengeMethod).nullish(),
});
export type Challenge = z.infer<typeof challengeFields>;

/** Purpose of a flow's email. Becomes the method in the session's `amr`. */
export type FlowMethod = "email/signup" | "magiclink" | "recovery" | "email_change";

const flowState = z.object({
  id: z.guid(),
  user_id: z.guid(),
  code_challenge: z.string(),
  code_challenge_method: challengeMethod,
  authentication_method: z.string(),
  provider_access_token: z.string().nullable(),
  provider_refresh_token: z.string().nullable(),
  fresh: z.boolean(),
});

/** The user and the session that an authorization code stands for. */
export interface Redeemed {
  readonly flowId: string;
  readonly userId: string;
  readonly method: string;
  /** Tokens of the provider, if a provider began the flow. */
  readonly providerTokens: Readonly<Record<string, string>>;
}

/** Returns the challenge of a verifier, by the method `S256`. */
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

/** Throws 400 for half a challenge. Call this before looking up the user, so that the response reveals nothing about them. */
export function requireWholeChallenge({ code_challenge, code_challenge_method }: Challenge): void {
  if (Boolean(code_challenge) !== Boolean(code_challenge_method)) {
    throw invalid("PKCE flow requires code_challenge_method and code_challenge");
  }
}

/** Stores the challenge of an email request. Returns whether the request had one. */
export async function storeChallenge(
  db: Db,
  userId: string,
  method: FlowMethod,
  { code_challenge, code_challenge_method }: Challenge,
): Promise<boolean> {
  if (!code_challenge || !code_challenge_method) return false;
  await db`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${userId}, ${randomUUID()}, ${code_challenge_method}, ${code_challenge}, ${method},
      now(), now(), ${method})`;
  return true;
}

/** Returns the authorization code for the newest challenge of a user and a kind of email. */
export async function issueAuthorizationCode(db: Db, userId: string, method: FlowMethod): Promise<string> {
  const [row] = await db`
    update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
    where id = (
      select id from auth.flow_state where user_id = ${userId} and authentication_method = ${method}
      order by created_at desc limit 1
    )
    returning auth_code`;
  if (row === undefined) throw notFound();
  return z.object({ auth_code: z.string() }).parse(row).auth_code;
}

/**
 * Exchanges an authorization code and its verifier for the user and the method. The caller deletes the flow in the same
 * transaction, after it has started the session, as `PKCE` in token.go does.
 */
export async function redeemAuthorizationCode(db: Db, code: string, verifier: string): Promise<Redeemed> {
  const [row] = await db`
    select id, user_id, code_challenge, code_challenge_method, authentication_method, provider_access_token,
      provider_refresh_token, coalesce(
        case when authentication_method in ('oauth', 'sso/saml') then created_at else auth_code_issued_at end
          > now() - make_interval(mins => ${FLOW_EXPIRY_MINUTES}), false
      ) as fresh
    from auth.flow_state where auth_code = ${code} and user_id is not null for update`;
  if (row === undefined) throw notFound();
  const state = flowState.parse(row);
  if (!state.fresh) throw new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
  const computed = state.code_challenge_method === "s256" ? challengeOf(verifier) : verifier;
  if (computed !== state.code_challenge) {
    throw new AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
  }
  const { provider_access_token: access, provider_refresh_token: refresh } = state;
  return {
    flowId: state.id,
    userId: state.user_id,
    method: state.authentication_method,
    providerTokens: { ...(access && { provider_token: access }), ...(refresh && { provider_refresh_token: refresh }) },
  };
}

export async function deleteFlow(db: Db, id: string): Promise<void> {
  await db`delete from auth.flow_state where id = ${id}`;
}

const notFound = () => new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");

/** Flows of providers: `state` is the id of a row, which a callback uses once. */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import postgres from "postgres";
import * as z from "zod";
import { AuthError } from "../errors.ts";
import { type Challenge, challengeOf, FLOW_EXPIRY_MINUTES } from "../pkce.ts";
import type { Db } from "../users.ts";

const flowRow = z.object({
  id: z.guid(),
  user_id: z.guid().nullable(),
  auth_code: z.string().nullable(),
  provider_type: z.string(),
  referrer: z.string(),
  linking_target_id: z.guid().nullable(),
  code_verifier: z.string(),
  is_pkce: z.boolean(),
  fresh: z.boolean(),
});
export type Flow = z.infer<typeof flowRow>;

interface NewFlow {
  readonly provider: string;
  readonly redirectTo: string;
  readonly challenge: Challenge;
  /** The user who gets the identity, if one is linked by hand. */
  readonly linkingTarget: string | null;
  readonly emailOptional: boolean;
}

/** Stores a flow. Returns its state, and the challenge of Auth's own request to the provider. */
export async function startFlow(
  db: Db,
  { provider, redirectTo, challenge, linkingTarget, emailOptional }: NewFlow,
): Promise<{ state: string; codeChallenge: string }> {
  const [state, clientState] = [randomUUID(), randomUUID()];
  const verifier = randomBytes(32).toString("base64url");
  const { code_challenge, code_challenge_method } = challenge;
  const isPkce = Boolean(code_challenge);
  await db`
    insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
    values (${clientState}, ${provider}, ${verifier}, now())`;
  try {
    await db`
      insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type, created_at,
        updated_at, authentication_method, referrer, oauth_client_state_id, linking_target_id, email_optional)
      values (${state}, ${isPkce ? randomUUID() : null}, ${isPkce ? (code_challenge_method ?? null) : null},
        ${isPkce ? (code_challenge ?? null) : null}, ${provider}, now(), now(), 'oauth', ${redirectTo}, ${clientState},
        ${linkingTarget}, ${emailOptional})`;
  } catch (error) {
    // The usual cause is a trigger of the project. GoTrue returns no details either.
    if (!(error instanceof postgres.PostgresError)) throw error;
    throw new AuthError(500, "unexpected_failure", "Error creating flow state");
  }
  return { state, codeChallenge: challengeOf(verifier) };
}

/** Returns the flow of a callback. Throws 400 for a state that is none, is unknown, expired or used. */
export async function requireFlow(db: Db, state: string | null): Promise<Flow> {
  if (!state) throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  if (!z.guid().safeParse(state).success) throw badState("OAuth state parameter is invalid");
  const flow = await findFlow(db, state);
  if (flow === null) throw badState("OAuth state not found or expired");
  if (!flow.fresh) throw badState("OAuth state has expired");
  if (flow.is_pkce && flow.user_id !== null) throw alreadyUsed();
  return flow;
}

/** Gives a flow its user, so that its code is valid. Only one of two concurrent callbacks succeeds. */
export async function claimFlow(
  db: Db,
  { id }: Flow,
  userId: string,
  tokens: { accessToken: string; refreshToken: string },
): Promise<string> {
  const [row] = await db`
    update auth.flow_state set user_id = ${userId}, auth_code_issued_at = now(), updated_at = now(),
      provider_access_token = ${tokens.accessToken}, provider_refresh_token = ${tokens.refreshToken}
    where id = ${id} and user_id is null returning auth_code`;
  if (row === undefined) throw alreadyUsed();
  return z.object({ auth_code: z.string() }).parse(row).auth_code;
}

/** Deletes a flow that ended without a code. */
export async function endFlow(db: Db, { id }: Flow): Promise<void> {
  const { count } = await db`delete from auth.flow_state where id = ${id}`;
  if (count === 0) throw alreadyUsed();
}

/** Returns what an ID token of this flow must contain. Only Auth can compute it. */
export const nonceOf = (state: string, secret: string): string =>
  createHmac("sha256", secret).update(`nonce ${state}`).digest("base64url");

async function findFlow(db: Db, id: string): Promise<Flow | null> {
  const [row] = await db`
    select f.id, f.user_id, f.auth_code, f.provider_type, f.referrer, f.linking_target_id, s.code_verifier,
      f.code_challenge is not null as is_pkce,
      f.created_at > now() - make_interval(mins => ${FLOW_EXPIRY_MINUTES}) as fresh
    from auth.flow_state f join auth.oauth_client_states s on s.id = f.oauth_client_state_id
    where f.id = ${id}`;
  return row === undefined ? null : flowRow.parse(row);
}

const badState = (message: string) => new AuthError(400, "bad_oauth_state", message);
const alreadyUsed = () => new AuthError(400, "flow_state_already_used", "State has already been used");

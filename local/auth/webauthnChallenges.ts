/** Challenges of passkeys: five minutes, used once (GoTrue, `internal/models/webauthn_challenge.go`). */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { parseBody } from "./body.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import type { Db } from "./users.ts";

/** As the browser receives it, too. */
export const CHALLENGE_MS = 300_000;

type Ceremony = "registration" | "authentication";

/** Throws 404 unless passkeys are on (`requirePasskeyEnabled`). */
export function requirePasskeys({ config }: AuthContext): void {
  if (!config.passkey.enabled) throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
}

/** Stores a challenge, deletes expired ones, and returns what names it. `userId`: null for a sign-in, which has no user yet. */
export async function storeChallenge(db: Db, ceremony: Ceremony, userId: string | null, challenge: string) {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + CHALLENGE_MS);
  const session = JSON.stringify({ challenge });
  await db`delete from auth.webauthn_challenges where expires_at < now() - interval '1 hour'`;
  await db`
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${id}, ${userId}, ${ceremony}, ${session}::text::jsonb, now(), ${expiresAt})`;
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

const storedChallenge = z.object({ challenge: z.string(), usable: z.boolean() });

/** Deletes and returns the challenge of this ceremony and user. Throws 400 for another, a used and an expired one. */
export async function consumeChallenge(db: Db, ceremony: Ceremony, userId: string | null, id: string): Promise<string> {
  const [row] = await db`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${ceremony} and user_id is not distinct from ${userId}
    returning session_data ->> 'challenge' as challenge, expires_at >= now() as usable`;
  if (row === undefined) {
    throw new AuthError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
  }
  const { challenge, usable } = storedChallenge.parse(row);
  if (!usable) throw new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
  return challenge;
}

const verifyBody = z.object({ challenge_id: z.string().nullish(), credential: z.unknown() });
const guid = z.guid();

/** Returns the challenge's id and the unverified credential of a request body. */
export function parseVerification(body: unknown): { challengeId: string; credential: unknown } {
  const { challenge_id, credential } = parseBody(verifyBody, body);
  if (!challenge_id) throw invalid("challenge_id is required");
  if (credential === undefined) throw invalid("credential is required");
  const id = guid.safeParse(challenge_id);
  if (!id.success) throw invalid("challenge_id must be a valid UUID");
  return { challengeId: id.data, credential };
}

export const verificationFailed = (message = "Credential verification failed") =>
  new AuthError(400, "webauthn_verification_failed", message);

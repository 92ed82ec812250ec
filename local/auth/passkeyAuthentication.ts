/** `/passkeys/authentication`: a sign-in by a discoverable passkey (GoTrue, `internal/api/passkey_authentication.go`). */
import {
  generateAuthenticationOptions,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import postgres from "postgres";
import * as z from "zod";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { type PasskeyRow, passkeysOf } from "./passkeyRows.ts";
import { startSession } from "./sessions.ts";
import { type Db, findUser, isBanned, type User } from "./users.ts";
import {
  CHALLENGE_MS,
  consumeChallenge,
  parseVerification,
  requirePasskeys,
  storeChallenge,
  verificationFailed,
} from "./webauthnChallenges.ts";

/** `POST …/options`: what `navigator.credentials.get()` needs. Names no passkey, so it reveals no account. */
export async function passkeyAuthenticationOptions(context: AuthContext): Promise<Response> {
  requirePasskeys(context);
  const options = await generateAuthenticationOptions({
    rpID: context.relyingParty.id,
    timeout: CHALLENGE_MS,
    userVerification: "preferred",
  });
  return Response.json({ ...(await storeChallenge(context.sql, "authentication", null, options.challenge)), options });
}

const assertion = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string(),
  }),
  clientExtensionResults: z.object({}).default({}),
});
type Assertion = z.infer<typeof assertion>;
const guid = z.guid();

/** Returns the user whom the authenticator names, and the passkey, which must be that user's. */
async function findOwner(db: Db, { id, response }: Assertion): Promise<{ user: User; passkey: PasskeyRow } | null> {
  const handle = guid.safeParse(Buffer.from(response.userHandle, "base64url").toString());
  const user = handle.success ? await findUser(db, { id: handle.data }) : null;
  if (user === null) return null;
  const passkeys = await passkeysOf(db, user.id);
  const passkey = passkeys.find(({ credential_id }) => Buffer.from(credential_id).toString("base64url") === id);
  return passkey === undefined ? null : { user, passkey };
}

/** `POST …/verify`: starts a session at `aal1`. The challenge is used up also by a failure. */
export async function verifyPasskeyAuthentication(
  context: AuthContext,
  request: Request,
  body: unknown,
): Promise<Response> {
  requirePasskeys(context);
  const { relyingParty, sql } = context;
  const { challengeId, credential } = parseVerification(body);
  const challenge = await consumeChallenge(sql, "authentication", null, challengeId);
  const parsed = assertion.safeParse(credential);
  if (!parsed.success) throw verificationFailed("Invalid credential response");
  const found = await findOwner(sql, parsed.data);
  if (found === null) throw verificationFailed();
  const { user, passkey } = found;
  const verified = await verifyAuthenticationResponse({
    response: parsed.data,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    // The counter is compared below, as GoTrue does.
    credential: { id: parsed.data.id, publicKey: passkey.public_key, counter: 0 },
    requireUserVerification: false,
  }).catch(() => null);
  if (!isAssertionOf(passkey, verified)) throw verificationFailed();
  if (user.email !== null && user.email_confirmed_at === null) {
    throw new AuthError(403, "email_not_confirmed", "Email not confirmed");
  }
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  return Response.json(
    await sql.begin(async (db: Db) => {
      await notePasskeyUse(db, passkey, verified.authenticationInfo.newCounter);
      return await startSession(db, context, user.id, "passkey", request);
    }),
  );
}

/** An authenticator does not change whether its passkeys can be backed up. */
const isAssertionOf = (
  { backup_eligible }: PasskeyRow,
  verified: VerifiedAuthenticationResponse | null,
): verified is VerifiedAuthenticationResponse =>
  verified?.verified === true &&
  (verified.authenticationInfo.credentialDeviceType === "multiDevice") === backup_eligible;

/**
 * Stores the use. As in go-webauthn's `Authenticator.UpdateCounter`, a counter that did not grow stays as it was and is no
 * error: only a trigger of the project can reject the sign-in.
 */
async function notePasskeyUse(db: Db, { id, sign_count }: PasskeyRow, counter: number): Promise<void> {
  const stays = counter <= sign_count && (counter !== 0 || sign_count !== 0);
  try {
    await db`
      update auth.webauthn_credentials
      set sign_count = ${stays ? sign_count : counter}, last_used_at = now(), updated_at = now()
      where id = ${id}`;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    throw new AuthError(500, "unexpected_failure", "Database error updating passkey");
  }
}

/** `/passkeys/registration`: adds a passkey to an account (GoTrue, `internal/api/passkey_registration.go`). */
import {
  generateRegistrationOptions,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import postgres from "postgres";
import * as z from "zod";
import type { UserClaims } from "../jwtClaims.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { sessionLevel } from "./factorSessions.ts";
import { insufficientLevel, requirePerson } from "./factors.ts";
import { passkeyName } from "./passkeyNames.ts";
import { type PasskeyRow, passkeysOf, publicPasskey } from "./passkeyRows.ts";
import { type Db, isVerified, requireUser, type User } from "./users.ts";
import {
  CHALLENGE_MS,
  consumeChallenge,
  parseVerification,
  requirePasskeys,
  storeChallenge,
  verificationFailed,
} from "./webauthnChallenges.ts";

const MAX_PASSKEYS = 10;

/** Text of the id, as GoTrue's `User.WebAuthnID`. Authenticators return it at a sign-in. */
const userHandleOf = ({ id }: User) => new Uint8Array(new TextEncoder().encode(id));

/** Returns the user. Throws 403 if they have a second factor, and this session was not confirmed by one. */
export async function requirePasskeyLevel(db: Db, { sub, session_id }: UserClaims): Promise<User> {
  const user = await requireUser(db, sub);
  if (user.factors.some(isVerified) && (await sessionLevel(db, session_id)) !== "aal2") {
    throw insufficientLevel("AAL2 session is required to manage passkeys when MFA is enabled");
  }
  return user;
}

/** Returns the user and their passkeys. Throws 422 if they have as many as a user may have. */
async function requireRoomForPasskey(db: Db, claims: UserClaims): Promise<{ user: User; passkeys: PasskeyRow[] }> {
  const user = await requirePasskeyLevel(db, claims);
  if (user.is_sso_user) throw new AuthError(422, "validation_failed", "SSO users cannot register passkeys");
  const passkeys = await passkeysOf(db, user.id);
  if (passkeys.length >= MAX_PASSKEYS) {
    throw new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
  }
  return { user, passkeys };
}

/** `POST …/options`: what `navigator.credentials.create()` needs. */
export async function passkeyRegistrationOptions(context: AuthContext, request: Request): Promise<Response> {
  requirePasskeys(context);
  const claims = await requirePerson(context, request);
  const { relyingParty, sql } = context;
  return await sql.begin(async (db: Db) => {
    const { user, passkeys } = await requireRoomForPasskey(db, claims);
    const { name } = user.user_metadata;
    const {
      hints: _hints,
      extensions: _extensions,
      ...options
    } = await generateRegistrationOptions({
      rpName: relyingParty.name,
      rpID: relyingParty.id,
      userID: userHandleOf(user),
      userName: user.email ?? "",
      userDisplayName: typeof name === "string" && name !== "" ? name : (user.email ?? ""),
      timeout: CHALLENGE_MS,
      attestationType: "none",
      excludeCredentials: passkeys.map(({ credential_id }) => ({
        id: Buffer.from(credential_id).toString("base64url"),
      })),
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    });
    return Response.json({ ...(await storeChallenge(db, "registration", user.id, options.challenge)), options });
  });
}

const registrationResponse = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string()).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});

/** `POST …/verify`: stores the passkey. The challenge is used up also by a failure. */
export async function verifyPasskeyRegistration(
  context: AuthContext,
  request: Request,
  body: unknown,
): Promise<Response> {
  requirePasskeys(context);
  const claims = await requirePerson(context, request);
  const { relyingParty, sql } = context;
  await requirePasskeyLevel(sql, claims);
  const { challengeId, credential } = parseVerification(body);
  const challenge = await consumeChallenge(sql, "registration", claims.sub, challengeId);
  const parsed = registrationResponse.safeParse(credential);
  if (!parsed.success) throw verificationFailed("Invalid credential response");
  const info = await verifyRegistrationResponse({
    response: parsed.data,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: false,
  }).then(registrationOf, () => null);
  if (info === null) throw verificationFailed();
  return await sql.begin(async (db: Db) => {
    const { user } = await requireRoomForPasskey(db, claims);
    await insertPasskey(db, user, info, parsed.data.response.transports ?? []);
    const added = (await passkeysOf(db, user.id)).at(-1);
    if (added === undefined) throw verificationFailed();
    return Response.json(publicPasskey(added));
  });
}

type Registration = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;
const registrationOf = (verified: VerifiedRegistrationResponse): Registration | null =>
  verified.registrationInfo ?? null;

async function insertPasskey(db: Db, { id }: User, info: Registration, transports: readonly string[]): Promise<void> {
  const { credential, aaguid, credentialBackedUp, credentialDeviceType, fmt } = info;
  try {
    await db`
      insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
        transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
      values (${id}, ${Buffer.from(credential.id, "base64url")}, ${Buffer.from(credential.publicKey)}, ${fmt}, ${aaguid},
        ${credential.counter}, ${JSON.stringify(transports)}::text::jsonb, ${credentialDeviceType === "multiDevice"},
        ${credentialBackedUp}, ${passkeyName(aaguid)}, now(), now())`;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === "23505") {
      throw new AuthError(422, "webauthn_credential_exists", "This credential is already registered");
    }
    // The usual cause is a trigger of the project. GoTrue returns no details either.
    if (error instanceof postgres.PostgresError) {
      throw new AuthError(500, "unexpected_failure", "Database error creating passkey");
    }
    throw error;
  }
}

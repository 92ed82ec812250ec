/** `/factors`: second factors by an authenticator app (TOTP), as GoTrue's `internal/api/mfa.go` has them. */
import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import * as z from "zod";
import type { UserClaims } from "../jwtClaims.ts";
import { requireSession } from "./account.ts";
import { parseBody } from "./body.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid, notSupported } from "./errors.ts";
import { downgradeSessions, raiseSession, sessionLevel } from "./factorSessions.ts";
import type { Db, Factor, User } from "./users.ts";
import { isVerified, requireUser } from "./users.ts";

/** Seconds after which a factor that was never challenged, or a challenge, is of no use. */
const EXPIRY = 300;
const CODE = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** A code of the interval before or after this one is accepted as well. */
const SKEW = 1;

const factorNotFound = (message: string, status = 404) => new AuthError(status, "mfa_factor_not_found", message);
export const insufficientLevel = (message: string, status = 403) => new AuthError(status, "insufficient_aal", message);

/** Returns the claims of a user with an account. */
export async function requirePerson(context: AuthContext, request: Request): Promise<UserClaims> {
  const claims = await requireSession(context, request);
  if (claims.is_anonymous) {
    throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
  }
  return claims;
}

/**
 * Throws unless the user may add a factor of this name. Deletes expired factors of all users first. GoTrue compares names
 * exactly, so that two factors without a name conflict too.
 */
export async function requireRoomForFactor(
  db: Db,
  { config }: AuthContext,
  { sub, session_id }: UserClaims,
  name: string,
): Promise<User> {
  await db`
    delete from auth.mfa_factors f
    where f.status <> 'verified' and f.created_at < now() - make_interval(secs => ${EXPIRY})
      and not exists (select from auth.mfa_challenges where factor_id = f.id)`;
  const user = await requireUser(db, sub);
  if (user.factors.some((factor) => (factor.friendly_name ?? "") === name)) {
    throw new AuthError(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    );
  }
  if (user.factors.length >= config.mfa.max_enrolled_factors) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (user.factors.some(isVerified) && (await sessionLevel(db, session_id)) !== "aal2") {
    throw insufficientLevel("AAL2 required to enroll a new factor");
  }
  return user;
}

const enrollBody = z.object({
  friendly_name: z.string().nullish(),
  factor_type: z.string().nullish(),
  issuer: z.string().nullish(),
});

/** `POST /factors`: adds an unverified factor and returns its secret, once. */
export async function enrollFactor(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { sql, config, siteUrl } = context;
  const claims = await requirePerson(context, request);
  const { friendly_name, factor_type, issuer } = parseBody(enrollBody, body);
  switch (factor_type) {
    case "totp":
      break;
    case "phone":
    case "webauthn":
      throw notSupported(`A second factor of the type ${factor_type}`);
    default:
      throw invalid("factor_type needs to be totp, phone, or webauthn");
  }
  if (!config.mfa.totp.enroll_enabled) {
    throw new AuthError(422, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
  }
  const name = friendly_name ?? "";
  return await sql.begin(async (db: Db) => {
    const user = await requireRoomForFactor(db, context, claims, name);
    const id = randomUUID();
    const totp = new TOTP({
      ...CODE,
      issuer: issuer || new URL(siteUrl).host,
      label: user.email ?? "",
      secret: new Secret({ size: 20 }),
    });
    await db`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
      values (${id}, ${user.id}, ${name}, 'totp', 'unverified', now(), now(), ${totp.secret.base32})`;
    const uri = totp.toString();
    const secrets = { qr_code: renderSVG(uri, { border: 4 }), secret: totp.secret.base32, uri };
    return Response.json({ id, type: "totp", friendly_name: name, totp: secrets });
  });
}

/** Returns the factor that the path names. Only the user's own exist. */
async function requireFactor(db: Db, request: Request, { sub }: UserClaims): Promise<{ user: User; factor: Factor }> {
  const [, id = ""] = /\/factors\/([^/]+)/u.exec(new URL(request.url).pathname) ?? [];
  const user = await requireUser(db, sub);
  const factor = user.factors.find((each) => each.id === id.toLowerCase());
  if (factor === undefined) throw factorNotFound("Factor not found");
  return { user, factor };
}

function requireTotp({ config }: AuthContext, factor: Factor): void {
  if (factor.factor_type !== "totp") throw invalid("factor_type needs to be totp, phone, or webauthn");
  if (config.mfa.totp.verify_enabled) return;
  throw new AuthError(422, "mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP");
}

/** `POST /factors/:id/challenge`. The verification has to come from the same address. */
export async function challengeFactor(context: AuthContext, request: Request): Promise<Response> {
  const claims = await requirePerson(context, request);
  return await context.sql.begin(async (db: Db) => {
    const { factor } = await requireFactor(db, request, claims);
    requireTotp(context, factor);
    const id = randomUUID();
    await db`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (${id}, ${factor.id}, now(), ${context.address})`;
    await db`update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}`;
    return Response.json({ id, type: "totp", expires_at: Math.floor(Date.now() / 1000) + EXPIRY });
  });
}

const verifyBody = z.object({ challenge_id: z.guid(), code: z.string().nullish() });
const challengeRow = z.object({ id: z.guid(), usable: z.boolean(), fresh: z.boolean(), secret: z.string() });

/**
 * `POST /factors/:id/verify`: raises the session to `aal2`, verifies a new factor, and ends all sessions of the user that
 * are at `aal1`. As in GoTrue, a challenge serves once, and a code as often as its time allows, each time with a new challenge.
 */
export async function verifyFactor(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { sql, issuer } = context;
  const claims = await requirePerson(context, request);
  const { challenge_id, code } = parseBody(verifyBody, body);
  if (!code) throw invalid("Code needs to be non-empty");
  return await sql.begin(async (db: Db) => {
    const { user, factor } = await requireFactor(db, request, claims);
    requireTotp(context, factor);
    const [row] = await db`
      select c.id, c.verified_at is null and host(c.ip_address) = host(${context.address}::inet) as usable,
        c.created_at > now() - make_interval(secs => ${EXPIRY}) as fresh, f.secret
      from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
      where c.id = ${challenge_id} and c.factor_id = ${factor.id}`;
    if (row === undefined) throw factorNotFound("MFA factor with the provided challenge ID not found", 422);
    const challenge = challengeRow.parse(row);
    if (!challenge.usable) {
      throw new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
    }
    if (!challenge.fresh) {
      const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
      throw new AuthError(422, "mfa_challenge_expired", message);
    }
    const totp = new TOTP({ ...CODE, secret: Secret.fromBase32(challenge.secret) });
    if (totp.validate({ token: code.trim(), window: SKEW }) === null) {
      throw new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
    }
    await db`update auth.mfa_challenges set verified_at = now() where id = ${challenge.id}`;
    await db`
      update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id} and status <> 'verified'`;
    await db`
      delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified' and factor_type = 'totp'`;
    return Response.json(await raiseSession(db, issuer, claims, { method: "totp", factorId: factor.id }));
  });
}

/** `DELETE /factors/:id`: removes a factor. Sessions that it had raised fall back to `aal1`. */
export async function unenrollFactor(context: AuthContext, request: Request): Promise<Response> {
  const claims = await requirePerson(context, request);
  return await context.sql.begin(async (db: Db) => {
    const { user, factor } = await requireFactor(db, request, claims);
    if (factor.factor_type === "recovery_code") {
      throw new AuthError(
        422,
        "validation_failed",
        "Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes",
      );
    }
    if (isVerified(factor)) {
      if ((await sessionLevel(db, claims.session_id)) !== "aal2") {
        throw insufficientLevel("AAL2 required to unenroll verified factor", 422);
      }
      requireOtherFactor(user, factor);
    }
    await db`delete from auth.mfa_factors where id = ${factor.id}`;
    await downgradeSessions(db, factor.id, "totp");
    return Response.json({ id: factor.id });
  });
}

/** Recovery codes are never the only second factor. */
function requireOtherFactor({ factors }: User, removed: Factor): void {
  const rest = factors.filter((each) => each.id !== removed.id && isVerified(each));
  if (rest.length === 0 || rest.some(({ factor_type }) => factor_type !== "recovery_code")) return;
  throw new AuthError(
    422,
    "mfa_recovery_codes_sole_factor",
    "Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.",
  );
}

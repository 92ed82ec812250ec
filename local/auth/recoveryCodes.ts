/** `/factors/recovery-codes`: single-use codes instead of the authenticator app, as GoTrue has them since August 2026. */
import { createHash, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { parseBody } from "./body.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, invalid } from "./errors.ts";
import { downgradeSessions, raiseSession, sessionLevel } from "./factorSessions.ts";
import { insufficientLevel, requirePerson, requireRoomForFactor } from "./factors.ts";
import { type Db, isVerified } from "./users.ts";

const COUNT = 10;
const LENGTH = 16;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const MAX_TRIES = 5;
const LOCK_MINUTES = 15;
const DEFAULT_NAME = "Recovery codes";

const notEnrolled = () => new AuthError(404, "mfa_factor_not_found", "The user has not enrolled recovery codes");
const failed = () => new AuthError(422, "mfa_verification_failed", "Invalid recovery code entered");
const locked = () =>
  new AuthError(429, "mfa_recovery_codes_locked", "Too many failed verification attempts, try again later");

/** GoTrue stores argon2id hashes. A fast hash is enough here, because a code has 80 random bits. */
const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");

const newCodes = (): string[] => {
  const codes = new Set<string>();
  while (codes.size < COUNT) {
    codes.add(Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(""));
  }
  return [...codes];
};

async function storeCodes(db: Db, setId: string, codes: readonly string[]): Promise<void> {
  await db`delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = ${setId}`;
  for (const code of codes) {
    await db`
      insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash)
      values (${randomUUID()}, ${setId}, ${hashOf(code)})`;
  }
}

const codeSet = z.object({ id: z.guid(), factorId: z.guid(), name: z.string(), locked: z.boolean() });

/** Returns the user's codes and locks them within a transaction. */
async function findSet(db: Db, userId: string): Promise<z.infer<typeof codeSet> | null> {
  const [row] = await db`
    select s.id, s.mfa_factor_id as "factorId", coalesce(f.friendly_name, '') as name,
      coalesce(s.verification_locked_until > now(), false) as locked
    from auth.mfa_recovery_code_sets s join auth.mfa_factors f on f.id = s.mfa_factor_id
    where s.user_id = ${userId} for update of s`;
  return row === undefined ? null : codeSet.parse(row);
}

async function requireEnrollable({ recoveryCodes }: AuthContext): Promise<void> {
  if (recoveryCodes) return;
  throw new AuthError(422, "mfa_recovery_codes_enroll_not_enabled", "MFA enroll is disabled for recovery codes");
}

/** `GET`: how many codes are left. */
export async function recoveryCodesStatus(context: AuthContext, request: Request): Promise<Response> {
  const { sub } = await requirePerson(context, request);
  const set = await findSet(context.sql, sub);
  if (set === null) throw notEnrolled();
  const [counts] = await context.sql`
    select count(*)::int as total, (count(*) filter (where consumed_at is null))::int as remaining
    from auth.mfa_recovery_codes where mfa_recovery_code_set_id = ${set.id}`;
  return Response.json({ id: set.factorId, type: "recovery_code", ...counts });
}

const generateBody = z.object({ friendly_name: z.string().nullish() });

/** `POST`: creates the codes and returns them, once. Another factor has to exist. */
export async function generateRecoveryCodes(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const claims = await requirePerson(context, request);
  await requireEnrollable(context);
  const { friendly_name } = parseBody(generateBody, body);
  return await context.sql.begin(async (db: Db) => {
    if ((await sessionLevel(db, claims.session_id)) !== "aal2") {
      throw insufficientLevel("AAL2 required to generate recovery codes");
    }
    if ((await findSet(db, claims.sub)) !== null) {
      throw new AuthError(
        422,
        "mfa_verified_factor_exists",
        "Recovery codes are already enrolled for this user, use regenerate to rotate them",
      );
    }
    const name = friendly_name?.trim() || DEFAULT_NAME;
    const user = await requireRoomForFactor(db, context, claims, name);
    if (!user.factors.some(isVerified)) {
      throw new AuthError(
        422,
        "mfa_recovery_codes_sole_factor",
        "At least one other verified factor is required to generate recovery codes",
      );
    }
    const [factorId, setId, codes] = [randomUUID(), randomUUID(), newCodes()];
    await db`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (${factorId}, ${claims.sub}, ${name}, 'recovery_code', 'verified', now(), now())`;
    await db`
      insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id) values (${setId}, ${claims.sub}, ${factorId})`;
    await storeCodes(db, setId, codes);
    const result = { id: factorId, type: "recovery_code", friendly_name: name, total: codes.length, codes };
    return Response.json(result);
  });
}

/** `POST …/regenerate`: replaces all codes and ends a lock. */
export async function regenerateRecoveryCodes(context: AuthContext, request: Request): Promise<Response> {
  const claims = await requirePerson(context, request);
  await requireEnrollable(context);
  return await context.sql.begin(async (db: Db) => {
    if ((await sessionLevel(db, claims.session_id)) !== "aal2") {
      throw insufficientLevel("AAL2 required to regenerate recovery codes");
    }
    const set = await findSet(db, claims.sub);
    if (set === null) throw notEnrolled();
    const codes = newCodes();
    await storeCodes(db, set.id, codes);
    await resetTries(db, set.id);
    const result = { id: set.factorId, type: "recovery_code", friendly_name: set.name, total: codes.length, codes };
    return Response.json(result);
  });
}

const resetTries = (db: Db, setId: string) => db`
  update auth.mfa_recovery_code_sets
  set failed_verification_count = 0, verification_locked_until = null, updated_at = now()
  where id = ${setId}`;

const verifyBody = z.object({ code: z.string().nullish() });
const unusedCode = z.object({ id: z.guid(), code_hash: z.string() });

/** `POST …/verify`: uses up a code and raises the session to `aal2`. Five wrong codes lock all codes for 15 minutes. */
export async function verifyRecoveryCode(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const { sql, issuer, recoveryCodes } = context;
  const claims = await requirePerson(context, request);
  if (!recoveryCodes) {
    const message = "MFA verification is disabled for recovery codes";
    throw new AuthError(422, "mfa_recovery_codes_verify_not_enabled", message);
  }
  const code = (parseBody(verifyBody, body).code ?? "").replaceAll(/[\s-]/gu, "").toLowerCase();
  if (code === "") throw invalid("Code needs to be non-empty");
  // A failure is counted, so it must not roll back.
  const result = await sql.begin(async (db: Db) => {
    const set = await findSet(db, claims.sub);
    if (set === null) return failed();
    if (set.locked) return locked();
    const expected = Buffer.from(hashOf(code));
    const rows = await db`
      select id, code_hash from auth.mfa_recovery_codes
      where mfa_recovery_code_set_id = ${set.id} and consumed_at is null`;
    const match = z
      .array(unusedCode)
      .parse([...rows])
      .find(({ code_hash }) => timingSafeEqual(Buffer.from(code_hash), expected));
    if (match === undefined) {
      await db`
        update auth.mfa_recovery_code_sets set
          failed_verification_count = case when verification_locked_until is null then failed_verification_count else 0 end + 1,
          verification_locked_until = case
            when verification_locked_until is null and failed_verification_count + 1 >= ${MAX_TRIES}
            then now() + make_interval(mins => ${LOCK_MINUTES})
          end,
          updated_at = now()
        where id = ${set.id}`;
      return failed();
    }
    await db`update auth.mfa_recovery_codes set consumed_at = now() where id = ${match.id}`;
    await resetTries(db, set.id);
    return await raiseSession(db, issuer, claims, { method: "mfa/recovery_code", factorId: set.factorId });
  });
  if (result instanceof AuthError) throw result;
  return Response.json(result);
}

/** `DELETE`: removes all codes. Sessions that a code had raised fall back to `aal1`. */
export async function deleteRecoveryCodes(context: AuthContext, request: Request): Promise<Response> {
  const claims = await requirePerson(context, request);
  return await context.sql.begin(async (db: Db) => {
    if ((await sessionLevel(db, claims.session_id)) !== "aal2") {
      throw insufficientLevel("AAL2 required to delete recovery codes");
    }
    const set = await findSet(db, claims.sub);
    if (set === null) throw notEnrolled();
    await db`delete from auth.mfa_factors where id = ${set.factorId}`;
    await downgradeSessions(db, set.factorId, "mfa/recovery_code");
    return Response.json({ id: set.factorId });
  });
}

/** The checks before a signed-in user gets a new password. */
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { describeSession } from "./sessions.ts";
import { type Db, invalidateCodes, type User } from "./users.ts";

/** A session that started within a day needs no nonce. */
const RECENT_MS = 24 * 60 * 60_000;
/** These have proven access to the mailbox, so that a forgotten password can be replaced. */
const RECOVERY_METHODS = new Set(["otp", "magiclink", "recovery"]);

export interface PasswordChange {
  readonly password: string;
  readonly nonce: string;
  readonly currentPassword: string;
}

/**
 * Returns the hash of a new password that the session may set. As in GoTrue, the nonce is used up even if a later check
 * fails. Call this outside of a transaction: hashing takes long.
 */
export async function hashNewPassword(
  context: AuthContext,
  user: User,
  sessionId: string,
  { password, nonce, currentPassword }: PasswordChange,
): Promise<string> {
  const { sql, config, passwords, requireCurrentPassword } = context;
  const session = await describeSession(sql, sessionId);
  const isRecent = Date.now() - session.startedAt.getTime() <= RECENT_MS;
  if (config.email.secure_password_change && !isRecent) {
    if (nonce === "") {
      throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
    }
    await sql.begin(async (db: Db) => await redeemNonce(context, db, user, nonce));
  }
  if (user.encrypted_password !== "") {
    const isRecovery = session.methods.some((method) => RECOVERY_METHODS.has(method));
    if (requireCurrentPassword && !isRecovery) await checkCurrentPassword(context, user, currentPassword);
    if (await passwords.matches(password, user.encrypted_password)) {
      throw new AuthError(422, "same_password", "New password should be different from the old password.");
    }
  }
  return await passwords.hash(password);
}

async function checkCurrentPassword({ passwords }: AuthContext, user: User, current: string): Promise<void> {
  const message = "Current password required when setting new password.";
  if (current === "") throw new AuthError(400, "current_password_required", message);
  if (await passwords.matches(current, user.encrypted_password)) return;
  throw new AuthError(400, "current_password_invalid", message);
}

/** Redeems the code of `/reauthenticate`. All other codes of the user become invalid too. */
async function redeemNonce({ codes, smsCodes }: AuthContext, db: Db, user: User, nonce: string): Promise<void> {
  try {
    const from = user.email ? codes : smsCodes;
    await from.redeemCode(db, ["reauthentication_token"], user.email || (user.phone ?? ""), nonce);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  await invalidateCodes(db, user.id);
}

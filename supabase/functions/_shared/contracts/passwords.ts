/** Passwords: what they must be, and what the database states about them. */
import * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/** Code points of the normalized password. */
export const MIN_PASSWORD_CHARS = 10;
/** UTF-8 of the normalized password. Auth's bcrypt ignores further bytes. */
export const MAX_PASSWORD_BYTES = 72;

/** More code units than any accepted password has before it is normalized. Sorting its marks takes quadratic time. */
const MAX_TYPED_LENGTH = 4 * MAX_PASSWORD_BYTES;

/** Result of `password_state`. */
export const passwordState = z.object({
  is_set: z.boolean(),
  /** Whether the caller's session proves the mailbox or a second factor, so that a new password needs no current one. */
  is_proven: z.boolean(),
});
export type PasswordState = z.infer<typeof passwordState>;

/**
 * Returns the password as Auth receives it. Keyboards write `é` and `１` in several ways, which look alike. An unpaired
 * surrogate has no bytes of its own. A text that is too long in any form stays as it is.
 */
export function normalizePassword(typed: string): string {
  const text = typed.toWellFormed();
  return text.length > MAX_TYPED_LENGTH ? text : text.normalize("NFKC");
}

/** Returns the rule that a normalized password breaks, or null. Auth rejects common passwords itself. */
export function passwordError(password: string, email: string): ErrorCode | null {
  if ([...password].length < MIN_PASSWORD_CHARS) return "password/too-short";
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES) return "password/too-long";
  // A repeated character or the address is the first guess of everybody who knows the address.
  if (new Set(password).size === 1 || withoutCase(password) === withoutCase(email)) return "password/too-easy";
  return null;
}

const withoutCase = (text: string): string => normalizePassword(text).trim().toLowerCase();

/** The password of an account as `/settings/security` shows it. */
import type { ErrorCode } from "#contracts/errors.ts";

export interface PasswordView {
  readonly isSet: boolean;
  /** The proof that a change needs: a code first, the current password, or none after a recent code. */
  readonly proof: "code" | "current" | "none";
  /** Whether the form is open. */
  readonly isOpen: boolean;
}

export const PASSWORD_INTENT = "password";

/** The outcome of a submitted form. */
export type PasswordResult = { readonly kind: "done" } | { readonly kind: "failed"; readonly code: ErrorCode };

/** The change of an email address as `/settings/security` shows it. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { EmailSide, PendingEmailChange } from "~/lib/emailChange.ts";

export interface EmailChangeView {
  /** Whether a change needs no further proof. */
  readonly isProven: boolean;
  readonly pending: PendingEmailChange | null;
  /** Whether the form is open. */
  readonly isOpen: boolean;
  /** Whether the address was just changed. */
  readonly isDone: boolean;
}

export const EMAIL_INTENTS = ["email", "email-codes", "email-cancel"] as const;
export type EmailIntent = (typeof EMAIL_INTENTS)[number];

/** The error of a form, with the submitted values, so that nothing is typed twice. */
export interface EmailChangeProblem {
  readonly code: ErrorCode;
  /** The address whose code was wrong. */
  readonly wrong: EmailSide | null;
  readonly typedEmail: string;
  readonly wrongCharacter: string | null;
  readonly typedCodes: Readonly<Record<EmailSide, string>>;
}

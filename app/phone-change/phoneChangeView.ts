/** The phone number of an account as `/settings/security` shows it. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { PendingPhoneChange } from "~/lib/phoneChange.ts";

export interface PhoneChangeView {
  /** In E.164 with its plus sign. */
  readonly phone: string | null;
  /** Whether the account has an email address. */
  readonly hasAddress: boolean;
  /** Whether the operator offers sign-in by phone. Without it, a number can only be removed. */
  readonly isOffered: boolean;
  /** Whether another way to sign in remains without the number. */
  readonly isRemovable: boolean;
  /** Whether a change needs no further proof. */
  readonly isProven: boolean;
  readonly pending: PendingPhoneChange | null;
  /** `form`: for a number, or its code. `removal`: the question before it is removed. */
  readonly open: "form" | "removal" | null;
  /** The change that was just made. */
  readonly done: "saved" | "removed" | null;
}

export const PHONE_INTENTS = ["phone", "phone-code", "phone-cancel", "phone-remove"] as const;

/** The error of a form, with the submitted value. */
export interface PhoneChangeProblem {
  readonly code: ErrorCode;
  readonly intent: (typeof PHONE_INTENTS)[number] | null;
  readonly typed: string;
}

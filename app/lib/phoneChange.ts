/** The viewer's phone number: adding, changing and removing it. `functions/phoneChange.ts` implements it. */
import type { Result } from "#contracts/errors.ts";

/** A change that this browser began. */
export interface PendingPhoneChange {
  /** The new number as people read it. */
  readonly shown: string;
}

/** The account of the request. */
interface Owner {
  readonly id: string;
  /** In E.164 with its plus sign. */
  readonly phone: string | null;
}

/** Only for actions that a user submitted, except for `pendingPhoneChange`. */
export interface PhoneChange {
  pendingPhoneChange(viewer: Owner): PendingPhoneChange | null;
  /**
   * Sends a code to the number, unless it is the viewer's. The result is the same if it belongs to another account. Errors: `phone/malformed`,
   * `request/not-allowed`, `account/sign-in-again`, `account/sms-not-sent`, `request/rate-limited`, `network/timeout`.
   */
  beginPhoneChange(viewer: Owner, typed: string): Promise<Result<"sent" | "unchanged">>;
  /** Returns the path to open. Errors: `account/code-refused`, `account/too-many-tries`, `network/timeout`. */
  confirmPhoneChange(viewer: Owner, code: string): Promise<Result<string>>;
  cancelPhoneChange(): void;
  /** Ends all other sessions. Errors: `account/sign-in-again`, `request/not-allowed` without an email address. */
  removePhone(): Promise<Result<null>>;
}

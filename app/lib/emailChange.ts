/** The change of the viewer's email address. `functions/emailChange.ts` implements it. */
import type { ErrorCode, Result } from "#contracts/errors.ts";

/** The two addresses of a change, each of which receives a code. */
export type EmailSide = "current" | "new";

/** A change that this browser began. */
export interface PendingEmailChange {
  readonly newEmail: string;
  /** The address whose code was entered. */
  readonly confirmed: EmailSide | null;
}

export type EmailChangeResult =
  /** `path`: the page to open. Only this browser is still signed in. */
  | { readonly ok: true; readonly path: string }
  /** `wrong`: the address whose code was wrong. The other code counts, if it was right. */
  | { readonly ok: false; readonly wrong: EmailSide | null; readonly code: ErrorCode };

/** The account of the request. */
interface Owner {
  readonly id: string;
  readonly email: string | null;
}

/** Only for actions that a user submitted, except for `pendingEmailChange`. */
export interface EmailChange {
  pendingEmailChange(viewer: Owner): PendingEmailChange | null;
  /**
   * Sends a code to both addresses. The result is the same if the address belongs to another account. Errors: `mail/malformed`,
   * `account/sign-in-again`, `account/mail-not-sent`, `request/rate-limited`, `network/timeout`.
   */
  beginEmailChange(viewer: Owner, typed: string): Promise<Result<null>>;
  confirmEmailChange(viewer: Owner, codes: Readonly<Record<EmailSide, string>>): Promise<EmailChangeResult>;
  cancelEmailChange(): void;
}

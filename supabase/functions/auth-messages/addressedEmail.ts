import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";

export interface AddressedEmail {
  readonly to: string;
  /** Distinguishes the emails of one call of a hook. */
  readonly key: string;
  readonly email: RenderedEmail;
}

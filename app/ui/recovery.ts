import { ERRORS, type ErrorCategory, type ErrorCode } from "#contracts/errors.ts";

/**
 * What a screen that could not be shown offers, the likeliest first: `retry` asks for the same page again, `sign-in` comes
 * back to it afterwards, `start` goes to the start page, `help` explains.
 */
export type Recovery = "retry" | "sign-in" | "start" | "help";

const BY_CATEGORY: Readonly<Record<ErrorCategory, readonly Recovery[]>> = {
  input: ["start"],
  permission: ["start"],
  "not-found": ["start"],
  conflict: ["retry", "start"],
  limit: ["retry", "start"],
  unavailable: ["retry", "start"],
  device: ["retry", "help"],
  network: ["retry", "start"],
  bug: ["retry", "start"],
};

/** Only what an account mends sends to the door of accounts. */
const BY_CODE: Partial<Record<ErrorCode, readonly Recovery[]>> = {
  "account/needed": ["sign-in", "start"],
  "meeting/members-only": ["sign-in", "start"],
  "meeting/locked": ["retry", "start"],
  "account/link-refused": ["sign-in", "start"],
  "request/sign-in-needed": ["retry", "sign-in"],
};

export const recoveriesOf = (code: ErrorCode): readonly Recovery[] =>
  BY_CODE[code] ?? BY_CATEGORY[ERRORS[code].category];

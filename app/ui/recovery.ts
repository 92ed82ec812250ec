import { ERROR_CATEGORIES, type ErrorCategory, type ErrorCode } from "#contracts/errors.ts";

/**
 * Recovery actions of a screen that could not be shown, the likeliest first. `retry` reloads the page, `sign-in`
 * returns to it afterwards, `start` opens the start page, `help` opens the help.
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

/** Offers sign-in only for errors that an account solves. */
const BY_CODE: Partial<Record<ErrorCode, readonly Recovery[]>> = {
  "account/needed": ["sign-in", "start"],
  "meeting/members-only": ["sign-in", "start"],
  "meeting/locked": ["retry", "start"],
  "account/link-refused": ["sign-in", "start"],
  "request/sign-in-needed": ["retry", "sign-in"],
};

export const recoveriesOf = (code: ErrorCode): readonly Recovery[] =>
  BY_CODE[code] ?? BY_CATEGORY[ERROR_CATEGORIES[code]];

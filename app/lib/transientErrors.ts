/** Classifies errors that a later retry may avoid. */
import { ERRORS, type Failure } from "#contracts/errors.ts";

export const isNetworkError = ({ code }: Failure): boolean => ERRORS[code].category === "network";

/** Returns whether a retry may succeed: after network errors, rate limits, or while the user is joining the call. */
export const isTransientError = (error: Failure): boolean =>
  isNetworkError(error) || error.code === "request/rate-limited" || error.code === "meeting/not-entered";

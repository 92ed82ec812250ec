/** Classifies errors that a later retry may avoid. */
import { ERROR_CATEGORIES, type Failure } from "#contracts/errors.ts";

export const isNetworkError = ({ code }: Failure): boolean => ERROR_CATEGORIES[code] === "network";

/** Returns whether a retry may succeed: after network errors, rate limits, or while the user is joining the call. */
export const isTransientError = (error: Failure): boolean =>
  isNetworkError(error) || error.code === "request/rate-limited" || error.code === "meeting/not-entered";

/** Which failures pass without anybody's doing. */
import { ERRORS, type Failure } from "#contracts/errors.ts";

export const isNetworkError = ({ code }: Failure): boolean => ERRORS[code].category === "network";

/** Not its own fault: the network, the pace, or a call that is just being entered. */
export const isTransientError = (error: Failure): boolean =>
  isNetworkError(error) || error.code === "request/rate-limited" || error.code === "meeting/not-entered";

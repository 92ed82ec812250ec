/** How a loader or an action ends with an error of the catalogue, and how a boundary reads it. */
import { data } from "@remix-run/cloudflare";
import { isRouteErrorResponse } from "@remix-run/react";
import { ERRORS, type ErrorCode, type Failure, isErrorCode } from "#contracts/errors.ts";

/** To throw: the boundary shows it in place of the screen. */
export const errorResponse = ({ code }: Failure) => data({ code }, { status: ERRORS[code].status });

/** As the browsers say that a request did not get through, and Remix that what answered it was not Parley. */
const NETWORK_ERROR_MESSAGE =
  /^(?:Failed to fetch|NetworkError when|Load failed|network error|The (?:network|Internet) connection|Unable to decode turbo-stream)/iu;

export function toErrorCode(error: unknown): ErrorCode {
  if (!isRouteErrorResponse(error)) {
    if (!(error instanceof Error && NETWORK_ERROR_MESSAGE.test(error.message))) return "bug/unexpected";
    return globalThis.navigator?.onLine === false ? "network/offline" : "network/timeout";
  }
  const body: unknown = error.data;
  // By hand: every page holds this, and zod weighs more than all else that `/` loads.
  if (typeof body === "object" && body !== null && "code" in body && isErrorCode(body.code)) return body.code;
  // By Remix itself: no such page, and a page without an action.
  if (error.status === 404) return "request/not-found";
  return error.status === 405 ? "request/not-taken" : "bug/unexpected";
}

/**
 * For the `clientAction` of a form that must outlive a press which did not get through: then the answer is what `failed`
 * makes of the reason. Redirects, and what the catalogue has a boundary say, go on as ever.
 */
export async function withActionFallback<Answer>(
  request: Request,
  serverAction: () => Promise<Answer>,
  onFailure: (code: ErrorCode) => Answer,
): Promise<Answer> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error) || request.signal.aborted) throw error;
    return onFailure(toErrorCode(error));
  }
}

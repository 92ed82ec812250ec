/** Error codes of loaders and actions, and how boundaries read them. */
import { data } from "@remix-run/cloudflare";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { type ErrorCode, type Failure, isErrorCode } from "#contracts/errors.ts";

/** Returns the response for a loader or an action to throw. The boundary shows its error. */
export const errorResponse = ({ code }: Failure) => data({ code }, { status: errorStatus(code) });

/** The error messages of browsers for a failed request. */
const NETWORK_ERROR_MESSAGE =
  /^(?:Failed to fetch|NetworkError when|Load failed|network error|The (?:network|Internet) connection)/iu;

/** The error message of Remix for a response that is not from Parley, such as the sign-in page of a hotel. */
const FOREIGN_RESPONSE_MESSAGE = /^Unable to decode turbo-stream/u;

interface RouteErrorResponse {
  readonly status: number;
  readonly data: unknown;
}

/** Checks like Remix's `isRouteErrorResponse`, whose package only components and hooks import. */
const isRouteErrorResponse = (error: unknown): error is RouteErrorResponse =>
  typeof error === "object" &&
  error !== null &&
  "status" in error &&
  typeof error.status === "number" &&
  "statusText" in error &&
  "internal" in error &&
  "data" in error;

/** Returns the code of an error that a boundary or a failed action received. */
export function toErrorCode(error: unknown): ErrorCode {
  if (!isRouteErrorResponse(error)) {
    const message = error instanceof Error ? error.message : "";
    if (FOREIGN_RESPONSE_MESSAGE.test(message)) return "network/not-reached";
    if (!NETWORK_ERROR_MESSAGE.test(message)) return "bug/unexpected";
    return globalThis.navigator?.onLine === false ? "network/offline" : "network/timeout";
  }
  const body: unknown = error.data;
  // Checked without zod, because every page loads this file and zod is larger than all other scripts of `/`.
  if (typeof body === "object" && body !== null && "code" in body && isErrorCode(body.code)) return body.code;
  // Responses of Remix itself: no such page, or a page without an action.
  if (error.status === 404) return "request/not-found";
  return error.status === 405 ? "request/not-taken" : "bug/unexpected";
}

/**
 * Runs the server action of a form whose page must survive a failed submission: returns `onFailure`'s result then. Rethrows
 * redirects, error responses for the boundary and aborted requests.
 */
export async function withActionFallback<ActionResult>(
  request: Request,
  serverAction: () => Promise<ActionResult>,
  onFailure: (code: ErrorCode) => ActionResult,
): Promise<ActionResult> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error) || request.signal.aborted) throw error;
    return onFailure(toErrorCode(error));
  }
}

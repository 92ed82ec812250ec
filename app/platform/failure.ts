/** How a loader or an action ends with an error of the catalogue, and how a boundary reads it. */
import { data } from "@remix-run/cloudflare";
import { isRouteErrorResponse } from "@remix-run/react";
import { ERRORS, type ErrorCode, type Failure, isErrorCode } from "#contracts/errors.ts";

/** To throw: the boundary shows it in place of the screen. */
export const refusal = ({ code }: Failure) => data({ code }, { status: ERRORS[code].status });

export function codeOf(error: unknown): ErrorCode {
  if (!isRouteErrorResponse(error)) return "bug/unexpected";
  const body: unknown = error.data;
  // By hand: every page holds this, and zod weighs more than all else that `/` loads.
  if (typeof body === "object" && body !== null && "code" in body && isErrorCode(body.code)) return body.code;
  // By Remix itself: no such page, and a page without an action.
  if (error.status === 404) return "request/not-found";
  return error.status === 405 ? "request/not-taken" : "bug/unexpected";
}

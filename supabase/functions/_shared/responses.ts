/** Responses of functions: JSON, and errors as `{error: {code}}` with the status of the catalogue. */
import { errorStatus } from "./contracts/errorStatuses.ts";
import type { ErrorCode } from "./contracts/errors.ts";

/** Any origin may call, because the token decides and no cookie is read. */
const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, apikey, content-type, x-client-info",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-max-age": "86400",
} as const;

export const jsonResponse = (value: unknown, status = 200): Response =>
  Response.json(value, { status, headers: { ...CORS_HEADERS, "cache-control": "no-store" } });

export const errorJsonResponse = (code: ErrorCode): Response => jsonResponse({ error: { code } }, errorStatus(code));

/** The response to the browser's CORS preflight request. */
export const preflightResponse = (): Response => new Response(null, { status: 204, headers: CORS_HEADERS });

/** PostgREST's error responses: the HTTP status of each SQLSTATE and the four fields of the body. */
import type { PostgresError } from "postgres";
import type { ApiRole } from "../jwtClaims.ts";

const STATUS: Readonly<Record<string, number>> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53400": 500,
  "57014": 500,
  P0001: 400,
};
const CLASS_STATUS: Readonly<Record<string, number>> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "54": 500,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** Returns the HTTP status of a SQLSTATE. `PTnnn` contains its own status. */
export function statusOf(code: string, role: ApiRole): number {
  const own = /^PT([2-5]\d\d)$/u.exec(code)?.[1];
  if (own !== undefined) return Number(own);
  if (code.startsWith("PT")) return 500;
  // An anonymous caller may be allowed after signing in.
  if (code === "42501") return role === "anon" ? 401 : 403;
  return STATUS[code] ?? CLASS_STATUS[code.slice(0, 2)] ?? 400;
}

export function databaseErrorResponse(error: PostgresError, role: ApiRole): Response {
  return errorResponse(statusOf(error.code, role), {
    code: error.code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
  });
}

export interface ErrorFields {
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

export function errorResponse(status: number, { code, message, details = null, hint = null }: ErrorFields): Response {
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (status === 401) headers["www-authenticate"] = "Bearer";
  return new Response(JSON.stringify({ code, details, hint, message }), { status, headers });
}

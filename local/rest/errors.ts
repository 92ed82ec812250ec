/** PostgREST's error responses: the HTTP status of each SQLSTATE and the four fields of the body. */
import type { PostgresError } from "postgres";
import * as z from "zod";
import type { ApiRole } from "../jwtClaims.ts";

const STATUS: Readonly<Record<string, number>> = {
  "21000": 500,
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
  if (error.code === "PGRST") return raisedResponse(error);
  const isUnsafe = error.code === "21000" && error.message.endsWith("requires a WHERE clause");
  return errorResponse(isUnsafe ? 400 : statusOf(error.code, role), {
    code: error.code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
  });
}

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});
const raisedDetail = z.object({ status: z.int().min(100).max(599), headers: z.record(z.string(), z.string()) });

/** Returns the response that a function composes with `raise sqlstate 'PGRST'`: the body as message, the rest as detail. */
function raisedResponse({ message, detail }: PostgresError): Response {
  const body = parseJson(raisedMessage, message);
  const rest = parseJson(raisedDetail, detail ?? "");
  if (body === null || rest === null) {
    const text = "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error";
    return errorResponse(500, { code: "PGRST121", message: text });
  }
  const response = errorResponse(rest.status, body);
  for (const [name, value] of Object.entries(rest.headers)) response.headers.set(name, value);
  return response;
}

/** Returns null for text of another shape. */
export function parseJson<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A rejected request. Rolls its transaction back. */
export class RestError extends Error {
  readonly status: number;
  readonly fields: ErrorFields;

  constructor(status: number, fields: ErrorFields) {
    super(fields.message);
    this.name = "RestError";
    this.status = status;
    this.fields = fields;
  }

  toResponse(): Response {
    return errorResponse(this.status, this.fields);
  }
}

/** A part of the URL that PostgREST's grammar does not have. */
export const unreadable = (what: string, text: string): RestError =>
  new RestError(400, { code: "PGRST100", message: `failed to parse ${what} (${text})` });

/** A feature of PostgREST that this stack leaves out. `instead` names what to do. */
export const notSupported = (what: string, instead: string): RestError =>
  new RestError(501, {
    code: "PARLEY501",
    message: `The embedded REST server does not support ${what}.`,
    hint: `${instead} local/README.md lists what is supported.`,
  });

export interface ErrorFields {
  code: string;
  message: string;
  details?: string | null;
  hint?: string | null;
}

export function errorResponse(status: number, { code, message, details = null, hint = null }: ErrorFields): Response {
  const headers: Record<string, string> = {
    "content-type": "application/json; charset=utf-8",
    "proxy-status": `PostgREST; error=${code}`,
  };
  if (status === 401) headers["www-authenticate"] = "Bearer";
  return new Response(JSON.stringify({ code, details, hint, message }), { status, headers });
}

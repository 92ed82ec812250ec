/**
 * The catalogue of errors. A code is stable. Its category decides icon and recovery, and its message is `error.<code>` in
 * every UI language. The database raises the code as the message of an exception whose SQLSTATE is `PT` + the HTTP status
 * (`private.raise_error(code)`). `supabase/tests/limits.test.ts` compares both lists.
 */
export const ERRORS = {
  "request/invalid": { category: "input", status: 400 },
  "request/sign-in-needed": { category: "permission", status: 401 },
  "request/captcha": { category: "permission", status: 403 },
  "request/not-allowed": { category: "permission", status: 403 },
  "request/not-found": { category: "not-found", status: 404 },
  "request/not-taken": { category: "input", status: 405 },
  "request/too-large": { category: "input", status: 413 },
  "request/rate-limited": { category: "limit", status: 429 },
  "name/empty": { category: "input", status: 400 },
  "name/too-long": { category: "input", status: 400 },
  "title/too-long": { category: "input", status: 400 },
  "language/unknown": { category: "input", status: 400 },
  "locale/unknown": { category: "input", status: 400 },
  "time-zone/unknown": { category: "input", status: 400 },
  "mail/malformed": { category: "input", status: 400 },
  "account/needed": { category: "permission", status: 403 },
  "account/code-refused": { category: "input", status: 400 },
  "account/link-refused": { category: "input", status: 400 },
  "account/too-many-tries": { category: "limit", status: 429 },
  "account/mail-not-sent": { category: "unavailable", status: 503 },
  "account/claim-refused": { category: "not-found", status: 410 },
  "code/malformed": { category: "input", status: 400 },
  "meeting/not-found": { category: "not-found", status: 404 },
  "meeting/ended": { category: "not-found", status: 410 },
  "meeting/full": { category: "limit", status: 409 },
  "meeting/locked": { category: "permission", status: 423 },
  "meeting/members-only": { category: "permission", status: 403 },
  "meeting/removed": { category: "permission", status: 403 },
  "meeting/lobby-full": { category: "limit", status: 409 },
  "meeting/not-entered": { category: "permission", status: 403 },
  "knock/not-found": { category: "conflict", status: 404 },
  "role/moderator-needed": { category: "permission", status: 403 },
  "role/host-needed": { category: "permission", status: 403 },
  "line/not-found": { category: "not-found", status: 404 },
  "line/empty": { category: "input", status: 400 },
  "line/too-long": { category: "input", status: 400 },
  "line/quota": { category: "limit", status: 429 },
  "line/call-full": { category: "conflict", status: 409 },
  "line/conflict": { category: "conflict", status: 409 },
  "line/not-kept": { category: "unavailable", status: 409 },
  "file/type": { category: "input", status: 415 },
  "file/content": { category: "input", status: 415 },
  "file/too-large": { category: "input", status: 413 },
  "file/too-small": { category: "input", status: 400 },
  "file/too-many": { category: "limit", status: 409 },
  "file/quota": { category: "limit", status: 429 },
  "file/not-kept": { category: "unavailable", status: 409 },
  "file/not-found": { category: "not-found", status: 404 },
  "glossary/empty": { category: "input", status: 400 },
  "glossary/too-long": { category: "input", status: 400 },
  "glossary/duplicate": { category: "conflict", status: 409 },
  "glossary/full": { category: "limit", status: 409 },
  "glossary/no-workspace": { category: "unavailable", status: 409 },
  "translate/unavailable": { category: "unavailable", status: 503 },
  "translate/unsupported-pair": { category: "unavailable", status: 422 },
  "translate/not-kept": { category: "unavailable", status: 409 },
  "translate/off": { category: "unavailable", status: 403 },
  "translate/device-only": { category: "unavailable", status: 403 },
  "translate/quota": { category: "limit", status: 429 },
  "translate/too-many-languages": { category: "limit", status: 429 },
  "speech/unavailable": { category: "unavailable", status: 503 },
  "speech/quota": { category: "limit", status: 429 },
  "speech/too-long": { category: "input", status: 413 },
  "summary/unavailable": { category: "unavailable", status: 503 },
  "summary/off": { category: "unavailable", status: 403 },
  "summary/quota": { category: "limit", status: 429 },
  "device/permission-denied": { category: "device", status: 400 },
  "device/not-found": { category: "device", status: 400 },
  "device/in-use": { category: "device", status: 400 },
  "device/no-secure-context": { category: "device", status: 400 },
  "network/offline": { category: "network", status: 503 },
  "network/timeout": { category: "network", status: 504 },
  "network/not-reached": { category: "network", status: 502 },
  "network/signalling-lost": { category: "network", status: 503 },
  "network/media-failed": { category: "network", status: 503 },
  "bug/unexpected": { category: "bug", status: 500 },
} as const satisfies Record<string, { category: ErrorCategory; status: number }>;

export type ErrorCategory =
  | "input"
  | "permission"
  | "not-found"
  | "conflict"
  | "limit"
  | "unavailable"
  | "device"
  | "network"
  | "bug";

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === "string" && Object.hasOwn(ERRORS, value);

/** An error as a value. `cause` is for the log and never holds a token, a meeting code or a message. */
export interface Failure {
  readonly code: ErrorCode;
  readonly cause?: string;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

export const fail = (code: ErrorCode, cause?: string): { readonly ok: false; readonly error: Failure } => ({
  ok: false,
  error: cause === undefined ? { code } : { code, cause },
});

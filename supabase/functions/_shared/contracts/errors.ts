/**
 * The catalogue of errors: their HTTP statuses, by category. A code is stable. Its category decides icon and recovery,
 * and its message is `error.<code>` in every UI language. The database raises the code as the message of an exception
 * whose SQLSTATE is `PT` + the HTTP status (`private.raise_error(code)`). `supabase/tests/limits.test.ts` compares both
 * lists.
 */
const CATALOGUE = {
  input: {
    "request/invalid": 400,
    "request/not-taken": 405,
    "request/too-large": 413,
    "name/empty": 400,
    "name/too-long": 400,
    "title/too-long": 400,
    "language/unknown": 400,
    "locale/unknown": 400,
    "time-zone/unknown": 400,
    "mail/malformed": 400,
    "account/code-refused": 400,
    "account/link-refused": 400,
    "account/password-refused": 400,
    "password/too-short": 400,
    "password/too-long": 400,
    "password/too-easy": 400,
    "password/unchanged": 400,
    "code/malformed": 400,
    "line/empty": 400,
    "line/too-long": 400,
    "file/type": 415,
    "file/content": 415,
    "file/place": 415,
    "file/too-large": 413,
    "file/too-small": 400,
    "glossary/empty": 400,
    "glossary/too-long": 400,
    "speech/too-long": 413,
  },
  permission: {
    "request/sign-in-needed": 401,
    "workspace/factor-needed": 403,
    "account/factor-needed": 401,
    "request/captcha": 403,
    "request/not-allowed": 403,
    "account/needed": 403,
    "meeting/locked": 423,
    "meeting/members-only": 403,
    "meeting/removed": 403,
    "meeting/not-entered": 403,
    "role/moderator-needed": 403,
    "role/host-needed": 403,
    "role/admin-needed": 403,
    "role/owner-needed": 403,
    "workspace/other-address": 403,
    "account/sign-in-again": 403,
    "confirmation/mark-kept": 403,
  },
  "not-found": {
    "request/not-found": 404,
    "account/claim-refused": 410,
    "meeting/not-found": 404,
    "meeting/ended": 410,
    "line/not-found": 404,
    "file/not-found": 404,
    "confirmation/not-found": 404,
    "confirmation/link-refused": 410,
    "workspace/invitation-refused": 410,
  },
  conflict: {
    "knock/not-found": 404,
    "line/call-full": 409,
    "line/board-full": 409,
    "line/conflict": 409,
    "glossary/duplicate": 409,
    "confirmation/changed": 409,
    "confirmation/owner-first": 409,
    "workspace/last-owner": 409,
    "workspace/member-already": 409,
  },
  limit: {
    "request/rate-limited": 429,
    /** Clients repeat it. Browsers would log each status of an error as an error of the page. */
    "request/busy": 299,
    "account/too-many-tries": 429,
    "account/password-tries": 429,
    "meeting/full": 409,
    "meeting/lobby-full": 409,
    "line/quota": 429,
    "file/too-many": 409,
    "file/quota": 429,
    "glossary/full": 409,
    "confirmation/too-many": 409,
    "workspace/too-many": 409,
    "workspace/too-many-emails": 429,
    "translate/quota": 429,
    "translate/too-many-languages": 429,
    "speech/quota": 429,
    "summary/quota": 429,
  },
  unavailable: {
    "account/mail-not-sent": 503,
    "line/not-kept": 409,
    "file/not-kept": 409,
    "glossary/no-workspace": 409,
    "translate/unavailable": 503,
    "translate/unsupported-pair": 422,
    "translate/not-kept": 409,
    "translate/off": 403,
    "translate/device-only": 403,
    "speech/unavailable": 503,
    "summary/unavailable": 503,
    "summary/off": 403,
  },
  device: {
    "device/permission-denied": 400,
    "device/not-found": 400,
    "device/in-use": 400,
    "device/no-secure-context": 400,
  },
  network: {
    "network/offline": 503,
    "network/timeout": 504,
    "network/not-reached": 502,
    "network/signalling-lost": 503,
    "network/media-failed": 503,
  },
  bug: {
    "bug/unexpected": 500,
  },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

type Catalogue = typeof CATALOGUE;

export type ErrorCategory = keyof Catalogue;

export type ErrorCode = { [Category in ErrorCategory]: keyof Catalogue[Category] }[ErrorCategory];

type ErrorEntries = Readonly<Record<ErrorCode, { readonly category: ErrorCategory; readonly status: number }>>;

export const ERRORS = Object.fromEntries(
  Object.entries(CATALOGUE).flatMap(([category, statuses]) =>
    Object.entries(statuses).map(([code, status]) => [code, { category, status }]),
  ),
) as ErrorEntries;

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

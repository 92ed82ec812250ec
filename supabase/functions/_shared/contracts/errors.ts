/**
 * The catalogue of errors, by category. A code is stable. Its category decides icon and recovery, and its message is
 * `error.<code>` in every UI language. The database raises the code as the message of an exception whose SQLSTATE is `PT` +
 * the HTTP status (`private.raise_error(code)`). `supabase/tests/limits.test.ts` compares both lists.
 */
const CODES = {
  input: [
    "request/invalid",
    "request/not-taken",
    "request/too-large",
    "name/empty",
    "name/too-long",
    "title/too-long",
    "language/unknown",
    "locale/unknown",
    "time-zone/unknown",
    "mail/malformed",
    "phone/malformed",
    "account/code-refused",
    "account/link-refused",
    "account/password-refused",
    "password/too-short",
    "password/too-long",
    "password/too-easy",
    "password/unchanged",
    "code/malformed",
    "line/empty",
    "line/too-long",
    "file/type",
    "file/content",
    "file/place",
    "file/too-large",
    "file/too-small",
    "glossary/empty",
    "glossary/too-long",
    "speech/too-long",
  ],
  permission: [
    "request/sign-in-needed",
    "workspace/factor-needed",
    "workspace/sso-needed",
    "account/factor-needed",
    "request/captcha",
    "request/not-allowed",
    "account/needed",
    "meeting/locked",
    "meeting/members-only",
    "meeting/removed",
    "meeting/not-entered",
    "role/moderator-needed",
    "role/host-needed",
    "role/admin-needed",
    "role/owner-needed",
    "workspace/other-address",
    "account/sign-in-again",
    "confirmation/mark-kept",
  ],
  "not-found": [
    "request/not-found",
    "account/claim-refused",
    "meeting/not-found",
    "meeting/ended",
    "line/not-found",
    "file/not-found",
    "confirmation/not-found",
    "confirmation/link-refused",
    "workspace/invitation-refused",
    "plan/link-refused",
  ],
  conflict: [
    "knock/not-found",
    "line/call-full",
    "line/board-full",
    "line/conflict",
    "glossary/duplicate",
    "confirmation/changed",
    "confirmation/owner-first",
    "workspace/last-owner",
    "workspace/member-already",
    "plan/changed",
  ],
  limit: [
    "request/rate-limited",
    "request/busy",
    "account/too-many-tries",
    "account/password-tries",
    "meeting/full",
    "meeting/lobby-full",
    "line/quota",
    "file/too-many",
    "file/quota",
    "glossary/full",
    "confirmation/too-many",
    "workspace/too-many",
    "workspace/too-many-emails",
    "plan/too-many",
    "translate/quota",
    "translate/too-many-languages",
    "speech/quota",
    "summary/quota",
  ],
  unavailable: [
    "account/mail-not-sent",
    "account/sms-not-sent",
    "line/not-kept",
    "file/not-kept",
    "glossary/no-workspace",
    "translate/unavailable",
    "translate/unsupported-pair",
    "translate/not-kept",
    "translate/off",
    "translate/device-only",
    "speech/unavailable",
    "summary/unavailable",
    "summary/off",
  ],
  device: ["device/permission-denied", "device/not-found", "device/in-use", "device/no-secure-context"],
  network: [
    "network/offline",
    "network/timeout",
    "network/not-reached",
    "network/signalling-lost",
    "network/media-failed",
  ],
  bug: ["bug/unexpected"],
} as const;

export type ErrorCategory = keyof typeof CODES;

export type ErrorCode = (typeof CODES)[ErrorCategory][number];

/** Pages do not use it. The mark lets the build leave it out. */
export const ERROR_CODES: readonly ErrorCode[] = /* @__PURE__ */ Object.values(CODES).flat();

export const ERROR_CATEGORIES = Object.fromEntries(
  Object.entries(CODES).flatMap(([category, codes]) => codes.map((code) => [code, category])),
) as Readonly<Record<ErrorCode, ErrorCategory>>;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === "string" && Object.hasOwn(ERROR_CATEGORIES, value);

/** The status of `request/busy`. Clients repeat such a request. Browsers would log each status of an error as an error of the page. */
export const BUSY_STATUS = 299;

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

/** HTTP statuses of errors. Pages need only the categories, so this is a file of its own. */
import { BUSY_STATUS, ERROR_CATEGORIES, type ErrorCategory, type ErrorCode } from "./errors.ts";

const BY_CATEGORY: Readonly<Record<ErrorCategory, number>> = {
  input: 400,
  permission: 403,
  "not-found": 404,
  conflict: 409,
  limit: 429,
  unavailable: 503,
  device: 400,
  network: 503,
  bug: 500,
};

const BY_CODE: Readonly<Partial<Record<ErrorCode, number>>> = {
  "request/not-taken": 405,
  "request/too-large": 413,
  "file/type": 415,
  "file/content": 415,
  "file/place": 415,
  "file/too-large": 413,
  "speech/too-long": 413,
  "request/sign-in-needed": 401,
  "account/factor-needed": 401,
  "meeting/locked": 423,
  "account/claim-refused": 410,
  "meeting/ended": 410,
  "confirmation/link-refused": 410,
  "workspace/invitation-refused": 410,
  "plan/link-refused": 410,
  "knock/not-found": 404,
  "request/busy": BUSY_STATUS,
  "meeting/full": 409,
  "meeting/lobby-full": 409,
  "file/too-many": 409,
  "glossary/full": 409,
  "confirmation/too-many": 409,
  "workspace/too-many": 409,
  "line/not-kept": 409,
  "file/not-kept": 409,
  "glossary/no-workspace": 409,
  "translate/unsupported-pair": 422,
  "translate/not-kept": 409,
  "translate/off": 403,
  "translate/device-only": 403,
  "summary/off": 403,
  "network/timeout": 504,
  "network/not-reached": 502,
};

export const errorStatus = (code: ErrorCode): number => BY_CODE[code] ?? BY_CATEGORY[ERROR_CATEGORIES[code]];

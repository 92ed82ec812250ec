/**
 * Storage's errors with hosted's messages. As in hosted, the HTTP status of every error is 400, and the body has the
 * actual status as text. Resumable uploads respond with the actual status.
 */
import type { ServerResponse } from "node:http";
import postgres from "postgres";

interface ErrorReason {
  /** The actual HTTP status. */
  readonly status: number;
  /** Hosted's error name. */
  readonly code: string;
  /** An older error name, where hosted still sends one. */
  readonly error?: string;
  readonly message: string;
}

export class StorageError extends Error {
  readonly reason: ErrorReason;

  constructor(reason: ErrorReason) {
    super(reason.message);
    this.reason = reason;
  }
}

const storageError = (status: number, code: string, message: string, error?: string) =>
  new StorageError({ status, code, message, ...(error === undefined ? {} : { error }) });

export const noSuchBucket = () => storageError(404, "NoSuchBucket", "Bucket not found", "Bucket not found");
/** The object is missing or invisible to the caller. The error does not reveal which. */
export const noSuchKey = () => storageError(404, "NoSuchKey", "Object not found", "not_found");
export const accessDenied = (message: string) => storageError(403, "AccessDenied", message, "Unauthorized");
export const duplicate = () => storageError(409, "KeyAlreadyExists", "The resource already exists", "Duplicate");
export const invalidKey = (key: string) => storageError(400, "InvalidKey", `Invalid key: ${key}`);
export const invalidBucketName = () => storageError(400, "InvalidBucketName", "Bucket name invalid", "Invalid Input");
export const invalidRequest = (message: string) => storageError(400, "InvalidRequest", message);
export const invalidToken = (message: string) => storageError(400, "InvalidJWT", message);
export const invalidSignature = () => storageError(400, "InvalidSignature", "Invalid signature");
export const invalidMimeType = (type: string) =>
  storageError(415, "InvalidMimeType", `mime type ${type} is not supported`, "invalid_mime_type");
export const tooLarge = () =>
  storageError(413, "EntityTooLarge", "The object exceeded the maximum allowed size", "Payload too large");
export const internalError = () => storageError(500, "InternalError", "Internal Server Error", "Internal");

/** Returns the StorageError of an error. Maps database errors to hosted's messages. Null for unexpected errors. */
export function toStorageError(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error;
  if (!(error instanceof postgres.PostgresError)) return null;
  switch (error.code) {
    case "42501":
      return accessDenied(
        error.message.includes("row-level security") ? "new row violates row-level security policy" : error.message,
      );
    case "23505":
      return duplicate();
    case "23503":
      return storageError(404, "InvalidRequest", "The related resource does not exist");
    case "57014":
      return storageError(544, "DatabaseTimeout", "The connection to the database timed out");
    default:
      return storageError(500, "DatabaseError", `database error, code: ${error.code}`);
  }
}

/** @param status replaces hosted's 400 */
export function sendError(res: ServerResponse, { reason }: StorageError, status?: number): void {
  const { code, message, error = code } = reason;
  sendJson(res, status ?? (reason.status >= 500 ? reason.status : 400), {
    statusCode: String(reason.status),
    code,
    error,
    message,
  });
}

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

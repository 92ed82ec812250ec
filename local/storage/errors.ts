/**
 * What Storage refuses, in hosted's words. As there, the HTTP status of a refused request is 400 whatever the reason is,
 * and the reason's own status stands in the body as text; resumable uploads answer with that status itself.
 */
import type { ServerResponse } from "node:http";
import postgres from "postgres";

interface Reason {
  /** HTTP status by its meaning. */
  readonly status: number;
  /** Hosted's name for it. */
  readonly code: string;
  /** An older name for it, where hosted still says one. */
  readonly error?: string;
  readonly message: string;
}

export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.message);
    this.reason = reason;
  }
}

const refusal = (status: number, code: string, message: string, error?: string) =>
  new Refusal({ status, code, message, ...(error === undefined ? {} : { error }) });

export const noSuchBucket = () => refusal(404, "NoSuchBucket", "Bucket not found", "Bucket not found");
/** Not there, or not for the caller to see: nobody is told which. */
export const noSuchKey = () => refusal(404, "NoSuchKey", "Object not found", "not_found");
export const accessDenied = (message: string) => refusal(403, "AccessDenied", message, "Unauthorized");
export const duplicate = () => refusal(409, "ResourceAlreadyExists", "The resource already exists", "Duplicate");
export const invalidKey = (key: string) => refusal(400, "InvalidKey", `Invalid key: ${key}`);
export const invalidBucketName = () => refusal(400, "InvalidBucketName", "Bucket name invalid", "Invalid Input");
export const invalidRequest = (message: string) => refusal(400, "InvalidRequest", message);
export const invalidToken = (message: string) => refusal(400, "InvalidJWT", message);
export const invalidSignature = () => refusal(400, "InvalidSignature", "Invalid signature");
export const invalidMimeType = (type: string) =>
  refusal(415, "InvalidMimeType", `mime type ${type} is not supported`, "invalid_mime_type");
export const tooLarge = () =>
  refusal(413, "EntityTooLarge", "The object exceeded the maximum allowed size", "Payload too large");
export const internalError = () => refusal(500, "InternalError", "Internal Server Error", "Internal");

/** The refusal in an error, where there is one: the database's are put in hosted's words. Null for what is nobody's fault. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof postgres.PostgresError)) return null;
  switch (error.code) {
    case "42501":
      return accessDenied(
        error.message.includes("row-level security") ? "new row violates row-level security policy" : error.message,
      );
    case "23505":
      return duplicate();
    case "23503":
      return refusal(404, "InvalidRequest", "The related resource does not exist");
    case "57014":
      return refusal(544, "DatabaseTimeout", "The connection to the database timed out");
    default:
      return refusal(500, "DatabaseError", `database error, code: ${error.code}`);
  }
}

/** @param status of the answer, where it is not hosted's 400 */
export function sendRefusal(res: ServerResponse, { reason }: Refusal, status?: number): void {
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

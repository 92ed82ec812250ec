/** Names of buckets and objects, and what is known of an object's kind before its bytes are. */
import { invalidBucketName, invalidKey, invalidMimeType } from "./errors.ts";

/** Where an object stands. */
export interface Place {
  readonly bucket: string;
  readonly name: string;
}

// Hosted's characters, those of S3's safe list.
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]{1,63}$/u;
const NAME = /^[\w/!\-.*'() &$@=;:+,?]+$/u;
/** Of a key in S3. */
const MAX_NAME = 1024;

/**
 * Throws a refusal. Stricter than hosted in one thing: a segment `.` or `..` is refused, since whoever fetches such an
 * address asks for another one.
 */
export function placeOf(bucket: string, name: string): Place {
  if (!BUCKET.test(bucket) || isDots(bucket)) throw invalidBucketName();
  if (!NAME.test(name) || name.length > MAX_NAME) throw invalidKey(name);
  if (name.split("/").some(isDots)) throw invalidKey(name);
  return { bucket, name };
}

const isDots = (segment: string): boolean => segment === "." || segment === "..";

/** A type and its parameters, fit for a header. */
const MIME = /^([\w!#$&^.+-]+)\/([\w!#$&^.+-]+)\s*(?:;[\x20-\x7e]*)?$/u;

/**
 * Throws a refusal where the type is none, or none of those that the bucket takes.
 * @param allowed `image/png` or `image/*`; null takes every type
 */
export function checkMimeType(type: string, allowed: readonly string[] | null): void {
  const [, kind, subtype] = MIME.exec(type) ?? [];
  if (kind === undefined || subtype === undefined) throw invalidMimeType(type);
  if (allowed === null || allowed.length === 0) return;
  const takes = (pattern: string) => pattern === `${kind}/*` || pattern === `${kind}/${subtype}`;
  if (!allowed.some(takes)) throw invalidMimeType(type);
}

export const DEFAULT_MIME_TYPE = "application/octet-stream";

/** What an answer's `Cache-Control` will be, from the seconds that an uploader asks for. */
export const cacheControlOf = (seconds: string | null | undefined): string =>
  /^\d+$/u.test(seconds ?? "") ? `max-age=${seconds}` : "no-cache";

/** Validates the names of buckets and objects, and MIME types. */
import { invalidBucketName, invalidKey, invalidMimeType } from "./errors.ts";

export interface ObjectPath {
  readonly bucket: string;
  readonly name: string;
}

// The characters that hosted allows: S3's safe list.
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]{1,63}$/u;
const NAME = /^[\w/!\-.*'() &$@=;:+,?]+$/u;
/** The limit of S3 keys. */
const MAX_NAME_LENGTH = 1024;

/**
 * Throws `InvalidBucketName` or `InvalidKey`. Stricter than hosted: rejects the segments `.` and `..`, because URL
 * libraries resolve them to another address.
 */
export function parseObjectPath(bucket: string, name: string): ObjectPath {
  if (!BUCKET.test(bucket) || isDots(bucket)) throw invalidBucketName();
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) throw invalidKey(name);
  if (name.split("/").some(isDots)) throw invalidKey(name);
  return { bucket, name };
}

const isDots = (segment: string): boolean => segment === "." || segment === "..";

/** A type with parameters that is safe in a header. */
const MIME_TYPE = /^([\w!#$&^.+-]+)\/([\w!#$&^.+-]+)\s*(?:;[\x20-\x7e]*)?$/u;

/**
 * Throws `InvalidMimeType` for an invalid type, or a type that the bucket does not allow. As hosted, a type is compared with
 * its parameters, so only a wildcard allows a type with parameters (supabase/storage, `validateMimeType`).
 * @param allowed `image/png` or `image/*`; null allows every type
 */
export function checkMimeType(type: string, allowed: readonly string[] | null): void {
  const [, kind, subtype] = MIME_TYPE.exec(type) ?? [];
  if (kind === undefined || subtype === undefined) throw invalidMimeType(type);
  if (allowed === null || allowed.length === 0) return;
  const takes = (pattern: string) => pattern === `${kind}/*` || pattern === type;
  if (!allowed.some(takes)) throw invalidMimeType(type);
}

export const DEFAULT_MIME_TYPE = "application/octet-stream";

/** Returns the `Cache-Control` of downloads from the seconds that the uploader requested. */
export const cacheControlOf = (seconds: string | null | undefined): string =>
  /^\d+$/u.test(seconds ?? "") ? `max-age=${seconds}` : "no-cache";

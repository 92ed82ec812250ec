/** Uploads in one request: the raw body, or the first file of a form. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import * as z from "zod";
import type { Caller } from "../jwtClaims.ts";
import type { ByteStore } from "./bytes.ts";
import { invalidRequest, tooLarge } from "./errors.ts";
import { boundaryOf, collect, partsOf } from "./multipart.ts";
import { cacheControlOf, checkMimeType, DEFAULT_MIME_TYPE, type ObjectPath } from "./names.ts";
import type { Metadata, Objects } from "./objects.ts";

/** Maximum size of a form field, such as the user metadata. */
const MAX_FIELD_BYTES = 1024 * 1024;
const MAX_FIELDS = 10;

interface Content {
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly userMetadata: Record<string, unknown> | null;
  /** Whether the body is the file itself, not a form. */
  readonly raw: boolean;
  readonly body: AsyncIterable<Buffer>;
}

export interface Upload {
  readonly req: IncomingMessage;
  readonly caller: Caller;
  readonly place: ObjectPath;
  /** Whether it may replace an object. */
  readonly upsert: boolean;
}

/**
 * Checks the policies before storing a byte. Leaves nothing behind when it throws. As hosted, a raw body has no limit if its
 * length is not declared (supabase/storage, `src/storage/uploader.ts`: "unknown-size binary uploads").
 * @param limit maximum bytes of any object
 * @returns the id of the object
 */
export async function uploadObject(
  objects: Objects,
  bytes: ByteStore,
  limit: number,
  { req, caller, place, upsert }: Upload,
): Promise<string> {
  const bucket = await objects.bucket(place.bucket);
  const maxBytes = Math.min(limit, bucket.file_size_limit ?? limit);
  // Keeps the request open: its response is still to be sent.
  const source: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false });
  try {
    const content = await contentOf(req, source);
    checkMimeType(content.mimetype, bucket.allowed_mime_types);
    const declared = req.headers["content-length"];
    const contentLength = declared === undefined ? null : Number(declared);
    if (content.raw && contentLength !== null && contentLength > maxBytes) throw tooLarge();

    const { mimetype, cacheControl, userMetadata } = content;
    const version = randomUUID();
    const trial = { mimetype, contentLength };
    await objects.checkPut(caller, place, { version, metadata: trial, userMetadata }, upsert);

    const size = await bytes.write(version, content.body, content.raw ? Number.POSITIVE_INFINITY : maxBytes);
    const metadata = metadataOf(version, size, mimetype, cacheControl);
    try {
      const { id, replaced } = await objects.complete(caller, place, { version, metadata, userMetadata });
      if (replaced !== null) await bytes.removeVersion(replaced);
      return id;
    } catch (error) {
      await bytes.remove(version);
      throw error;
    }
  } finally {
    await source.return?.();
  }
}

/** The bytes of a version never change, so the version is a sufficient ETag. */
export const eTagOf = (version: string): string => `"${version.replaceAll("-", "")}"`;

export const metadataOf = (version: string, size: number, mimetype: string, cacheControl: string): Metadata => ({
  eTag: eTagOf(version),
  size,
  mimetype,
  cacheControl,
  lastModified: new Date().toISOString(),
  contentLength: size,
  httpStatusCode: 200,
});

async function contentOf(req: IncomingMessage, source: AsyncIterator<Buffer>): Promise<Content> {
  const type = req.headers["content-type"] ?? DEFAULT_MIME_TYPE;
  const boundary = boundaryOf(type);
  if (boundary !== null) return await formContent(source, boundary);
  const own = req.headers["x-metadata"];
  return {
    mimetype: type,
    cacheControl: req.headers["cache-control"] ?? "no-cache",
    userMetadata: userMetadataOf(typeof own === "string" ? Buffer.from(own, "base64").toString() : undefined),
    raw: true,
    body: { [Symbol.asyncIterator]: () => source },
  };
}

/** As hosted, parts after the file are ignored. */
async function formContent(source: AsyncIterator<Buffer>, boundary: string): Promise<Content> {
  const fields = new Map<string, string>();
  const parts = partsOf(source, boundary);
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done || fields.size >= MAX_FIELDS) throw invalidRequest("No content provided");
    if (part.isFile) {
      return {
        mimetype: fields.get("contentType") ?? part.type ?? DEFAULT_MIME_TYPE,
        cacheControl: cacheControlOf(fields.get("cacheControl")),
        userMetadata: userMetadataOf(fields.get("metadata")),
        raw: false,
        body: part.body,
      };
    }
    fields.set(part.name, (await collect(part.body, MAX_FIELD_BYTES)).toString());
  }
}

const userMetadata = z.record(z.string(), z.unknown());

/** As hosted, anything but a JSON object is ignored. */
export function userMetadataOf(text: string | null | undefined): Record<string, unknown> | null {
  try {
    return userMetadata.safeParse(JSON.parse(text ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

/** An object in one request: the raw body, or the first file of a form. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import * as z from "zod";
import type { Caller } from "../jwtClaims.ts";
import type { Bytes } from "./bytes.ts";
import { invalidRequest, tooLarge } from "./errors.ts";
import { boundaryOf, collect, partsOf } from "./multipart.ts";
import { cacheControlOf, checkMimeType, DEFAULT_MIME_TYPE, type Place } from "./names.ts";
import type { Metadata, Objects } from "./objects.ts";

/** Bytes of a field beside the file at most: metadata of one's own. */
const MAX_FIELD = 1024 * 1024;
const MAX_FIELDS = 10;

interface Content {
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly userMetadata: Record<string, unknown> | null;
  /** Bytes, where it is known before they have come. */
  readonly length: number | null;
  readonly body: AsyncIterable<Buffer>;
}

export interface Upload {
  readonly req: IncomingMessage;
  readonly caller: Caller;
  readonly place: Place;
  /** Whether it may take the place of another object. */
  readonly upsert: boolean;
}

/**
 * The policies are asked before a byte is stored and again when all are.
 * @param limit bytes of any object
 * @returns id of the object. Throws a refusal, or what the database says; then nothing is left.
 */
export async function uploadObject(
  objects: Objects,
  bytes: Bytes,
  limit: number,
  { req, caller, place, upsert }: Upload,
): Promise<string> {
  const bucket = await objects.bucket(place.bucket);
  const most = Math.min(limit, bucket.file_size_limit ?? limit);
  // The request outlives this reading: its answer is still to be given.
  const source: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false });
  try {
    const content = await contentOf(req, source);
    checkMimeType(content.mimetype, bucket.allowed_mime_types);
    if (content.length !== null && content.length > most) throw tooLarge();

    const { mimetype, cacheControl, userMetadata } = content;
    const version = randomUUID();
    const trial = { mimetype, contentLength: content.length };
    await objects.mayPut(caller, place, { version, metadata: trial, userMetadata }, upsert);

    const size = await bytes.write(version, content.body, most);
    const metadata = metadataOf(version, size, mimetype, cacheControl);
    try {
      const { id, replaced } = await objects.put(caller, place, { version, metadata, userMetadata }, upsert);
      if (replaced !== null) await bytes.removeOf(replaced);
      return id;
    } catch (error) {
      await bytes.remove(version);
      throw error;
    }
  } finally {
    await source.return?.();
  }
}

/** A version names its bytes, which never change: it is all that their tag needs to say. */
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
  const declared = req.headers["content-length"];
  const own = req.headers["x-metadata"];
  return {
    mimetype: type,
    cacheControl: req.headers["cache-control"] ?? "no-cache",
    userMetadata: userMetadataOf(typeof own === "string" ? Buffer.from(own, "base64").toString() : undefined),
    length: declared === undefined ? null : Number(declared),
    body: { [Symbol.asyncIterator]: () => source },
  };
}

/** What stands behind the file is not read, as hosted. */
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
        length: null,
        body: part.body,
      };
    }
    fields.set(part.name, (await collect(part.body, MAX_FIELD)).toString());
  }
}

const userMetadata = z.record(z.string(), z.unknown());

/** What is no JSON object is passed over, as hosted. */
export function userMetadataOf(text: string | null | undefined): Record<string, unknown> | null {
  try {
    return userMetadata.safeParse(JSON.parse(text ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

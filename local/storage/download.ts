/** Sends an object: whole, a range (RFC 9110, section 14), or 304 when the client has it already. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { ByteStore } from "./bytes.ts";
import { noSuchKey, StorageError, sendError } from "./errors.ts";
import { DEFAULT_MIME_TYPE } from "./names.ts";
import type { StoredObject } from "./objects.ts";
import { eTagOf } from "./upload.ts";

export interface DownloadOptions {
  /** File name for saving; empty for the name in the URL, null to display the object. */
  readonly download: string | null;
  /** For signed URLs: the response may be cached until then. */
  readonly expires: Date | null;
}

/** Throws `NoSuchKey` when the bytes are missing. */
export async function sendObject(
  req: IncomingMessage,
  res: ServerResponse,
  bytes: ByteStore,
  object: StoredObject,
  { download, expires }: DownloadOptions,
): Promise<void> {
  const opened = object.version === null ? null : await bytes.read(object.version);
  if (opened === null) throw noSuchKey();
  const { size } = opened;
  const { mimetype = DEFAULT_MIME_TYPE, cacheControl = "no-cache" } = object.metadata ?? {};
  const eTag = eTagOf(object.version ?? "");

  res.setHeader("etag", eTag);
  // Search engines keep no objects.
  res.setHeader("x-robots-tag", "none");
  res.setHeader("accept-ranges", "bytes");
  res.setHeader("last-modified", object.updated_at.toUTCString());
  if (expires === null) res.setHeader("cache-control", cacheControl);
  else res.setHeader("expires", expires.toUTCString());

  if (matchesETag(req.headers["if-none-match"], eTag)) {
    await opened.close();
    res.writeHead(304).end();
    return;
  }
  const range = parseRange(req, size, eTag);
  if (range === "unsatisfiable") {
    await opened.close();
    res.setHeader("content-range", `bytes */${size}`);
    const message = "The requested range is not satisfiable";
    return sendError(res, new StorageError({ status: 416, code: "InvalidRange", message }), 416);
  }

  // As hosted, an uploaded HTML page is sent as plain text.
  res.setHeader("content-type", mimetype.includes("text/html") ? "text/plain" : mimetype);
  if (download !== null) res.setHeader("content-disposition", dispositionOf(download));
  if (range !== null) res.setHeader("content-range", `bytes ${range.first}-${range.last}/${size}`);
  const { first, last } = range ?? { first: 0, last: size - 1 };
  res.setHeader("content-length", last - first + 1);
  res.writeHead(range === null ? 200 : 206);
  if (req.method === "HEAD" || size === 0) {
    await opened.close();
    res.end();
    return;
  }
  // The client closed the connection.
  await pipeline(opened.stream(first, last), res).catch(() => res.destroy());
}

/** As hosted, all characters but letters, digits and `-._~!'()*` are escaped (supabase/storage, `renderer.ts`). */
const dispositionOf = (name: string): string => {
  if (name === "") return "attachment";
  const escaped = encodeURIComponent(name);
  return `attachment; filename=${escaped}; filename*=UTF-8''${escaped}`;
};

const matchesETag = (header: string | undefined, eTag: string): boolean =>
  header?.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//u, "") === eTag) ?? false;

/** Returns null for the whole object: no range, another unit, several ranges, or a changed object. */
function parseRange(
  { headers }: IncomingMessage,
  size: number,
  eTag: string,
): { first: number; last: number } | "unsatisfiable" | null {
  const unchanged = headers["if-range"];
  const [, from, to] = /^bytes=(\d*)-(\d*)$/u.exec(headers.range ?? "") ?? [];
  if (from === undefined || to === undefined || (unchanged !== undefined && unchanged !== eTag)) return null;
  if (from === "" && to === "") return null;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  return first > last ? "unsatisfiable" : { first, last };
}

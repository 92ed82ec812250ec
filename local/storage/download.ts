/** An object's bytes as an answer: whole or a range (RFC 9110, 14), or nothing where the asker has them already. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Bytes } from "./bytes.ts";
import { noSuchKey, Refusal, sendRefusal } from "./errors.ts";
import { DEFAULT_MIME_TYPE } from "./names.ts";
import type { StoredObject } from "./objects.ts";
import { eTagOf } from "./upload.ts";

export interface Wishes {
  /** The name to save it under; empty for the address's own, null to show it. */
  readonly download: string | null;
  /** Of a signed address: until then it may be kept. */
  readonly expires: Date | null;
}

/** Throws a refusal where the bytes are not there. */
export async function sendObject(
  req: IncomingMessage,
  res: ServerResponse,
  bytes: Bytes,
  object: StoredObject,
  { download, expires }: Wishes,
): Promise<void> {
  const opened = object.version === null ? null : await bytes.read(object.version);
  if (opened === null) throw noSuchKey();
  const { size } = opened;
  const { mimetype = DEFAULT_MIME_TYPE, cacheControl = "no-cache" } = object.metadata ?? {};
  const eTag = eTagOf(object.version ?? "");

  res.setHeader("etag", eTag);
  res.setHeader("accept-ranges", "bytes");
  res.setHeader("last-modified", object.updated_at.toUTCString());
  if (expires === null) res.setHeader("cache-control", cacheControl);
  else res.setHeader("expires", expires.toUTCString());

  if (isKnown(req.headers["if-none-match"], eTag)) {
    await opened.close();
    res.writeHead(304).end();
    return;
  }
  const range = rangeOf(req, size, eTag);
  if (range === "unsatisfiable") {
    await opened.close();
    res.setHeader("content-range", `bytes */${size}`);
    const message = "The requested range is not satisfiable";
    return sendRefusal(res, new Refusal({ status: 416, code: "InvalidRange", message }), 416);
  }

  // As hosted, a page that somebody uploads is shown as its text.
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
  // Who went away while it came needs no answer.
  await pipeline(opened.stream(first, last), res).catch(() => res.destroy());
}

/** Any name is safe in it: what is no letter, digit or one of `-._~!` is escaped. */
const dispositionOf = (name: string): string => {
  if (name === "") return "attachment;";
  const escaped = encodeURIComponent(name).replace(/['()*]/gu, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename=${escaped}; filename*=UTF-8''${escaped};`;
};

const isKnown = (header: string | undefined, eTag: string): boolean =>
  header?.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//u, "") === eTag) ?? false;

/** Null for the whole: no range, one of another kind, several, or one of what has changed since. */
function rangeOf(
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

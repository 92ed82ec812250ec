/** Conversions between `node:http` and the web's Request and Response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";

const MAX_BODY_BYTES = 10 * 1024 * 1024;

export class BodyTooLargeError extends Error {}

/** Guards against DNS rebinding: a foreign page can point its own host name at 127.0.0.1, but still sends that name. */
export function isLoopbackHost(req: IncomingMessage): boolean {
  const host = (req.headers.host ?? "").replace(/:\d+$/u, "").toLowerCase();
  return host === "127.0.0.1" || host === "localhost" || host === "[::1]";
}

/** Headers of REST, Auth and file downloads. Resumable uploads set their own. */
const EXPOSED_HEADERS =
  "Content-Range, Content-Location, Preference-Applied, X-Supabase-Api-Version, Accept-Ranges, Content-Disposition, Content-Length, ETag";

/** As hosted, any origin may call: the key and the token identify the caller, not a cookie. */
export function corsHeaders(req: IncomingMessage): [string, string][] {
  const always: [string, string][] = [
    ["access-control-allow-origin", "*"],
    ["access-control-expose-headers", EXPOSED_HEADERS],
  ];
  if (req.method !== "OPTIONS") return always;
  const requestedHeaders = req.headers["access-control-request-headers"];
  return [
    ...always,
    ["access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
    ["access-control-allow-headers", requestedHeaders ?? "authorization, apikey, content-type, x-client-info"],
    ["access-control-max-age", "3600"],
  ];
}

/**
 * Returns the address whose rate limits a request counts against. Only a request with the secret key may name another
 * one: the first address of `Sb-Forwarded-For`. An invalid address is ignored.
 */
export function clientAddress(req: IncomingMessage, trusted: boolean): string {
  const own = req.socket.remoteAddress ?? "";
  const header = req.headers["sb-forwarded-for"];
  const [first = ""] = trusted && typeof header === "string" ? header.split(",") : [];
  return isIP(first.trim()) === 0 ? own : first.trim().toLowerCase();
}

/** Returns the request with its whole body. Throws `BodyTooLargeError`. */
export async function readRequest(req: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, item);
  }
  const method = req.method ?? "GET";
  const url = new URL(req.url ?? "/", "http://127.0.0.1");
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("The body is not binary.");
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return new Request(url, { method, headers, body: Buffer.concat(chunks) });
}

/** Writes a response. Headers already set on `res` stay unless the response overrides them. */
export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  for (const [name, value] of response.headers) {
    if (!name.startsWith("access-control-")) res.setHeader(name, value);
  }
  const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status);
  res.end(body ?? undefined);
}

/** Between Node's http and the web's Request and Response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";

/** Largest body, in bytes, that the gateway reads into memory. */
const MAX_BODY = 10 * 1024 * 1024;

export class TooLarge extends Error {}

/** A page elsewhere can point its own name at 127.0.0.1 (DNS rebinding); the name it asks for gives it away. */
export function isOurHost(req: IncomingMessage): boolean {
  const host = (req.headers.host ?? "").replace(/:\d+$/u, "").toLowerCase();
  return host === "127.0.0.1" || host === "localhost" || host === "[::1]";
}

/** Of REST and Auth, and of a file; resumable uploads say their own. */
const EXPOSED =
  "Content-Range, Content-Location, Preference-Applied, X-Supabase-Api-Version, Accept-Ranges, Content-Disposition, Content-Length, ETag";

/** As hosted: any origin may call, for the key and the token, not a cookie, say who it is. */
export function corsHeaders(req: IncomingMessage): [string, string][] {
  const always: [string, string][] = [
    ["access-control-allow-origin", "*"],
    ["access-control-expose-headers", EXPOSED],
  ];
  if (req.method !== "OPTIONS") return always;
  const asked = req.headers["access-control-request-headers"];
  return [
    ...always,
    ["access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
    ["access-control-allow-headers", asked ?? "authorization, apikey, content-type, x-client-info"],
    ["access-control-max-age", "3600"],
  ];
}

/**
 * Whose rate limits a request counts against. Only who holds the secret key may say so for another (`Sb-Forwarded-For`, the
 * first of its addresses); what is no address is passed over.
 */
export function clientAddress(req: IncomingMessage, trusted: boolean): string {
  const own = req.socket.remoteAddress ?? "";
  const header = req.headers["sb-forwarded-for"];
  const [first = ""] = trusted && typeof header === "string" ? header.split(",") : [];
  return isIP(first.trim()) === 0 ? own : first.trim().toLowerCase();
}

/** The request with its whole body. Throws `TooLarge`. */
export async function readRequest(req: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  const method = req.method ?? "GET";
  const url = new URL(req.url ?? "/", "http://127.0.0.1");
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("A body of bytes was expected.");
    size += chunk.length;
    if (size > MAX_BODY) throw new TooLarge();
    chunks.push(chunk);
  }
  return new Request(url, { method, headers, body: Buffer.concat(chunks) });
}

/** Writes a response; headers set on `res` before stay unless the response has its own. */
export async function sendResponse(res: ServerResponse, response: Response): Promise<void> {
  for (const [name, value] of response.headers) {
    if (!name.startsWith("access-control-")) res.setHeader(name, value);
  }
  const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status);
  res.end(body ?? undefined);
}

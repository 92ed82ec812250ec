/** What stands around every handler: who may write to us, and the headers that every answer carries. */
import type { Failure } from "#contracts/errors.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { maxBodyBytes } from "~/lib/requestLimits.ts";

/** Refuses a write that did not start on one of our own pages; none of them causes either answer. */
export function rejectForeignRequest(request: Request): Response | null {
  if (request.method === "GET" || request.method === "HEAD") return null;
  if (request.headers.get("Origin") !== new URL(request.url).origin)
    return new Response("Forbidden: the request did not come from this site.\n", { status: 403 });
  if (!Number.isFinite(contentLength(request))) return new Response("Length Required\n", { status: 411 });
  return null;
}

/** A form of ours may well be filled with too much: the page says so, by the catalogue. */
export const bodySizeError = (request: Request): Failure | null =>
  contentLength(request) > maxBodyBytes(new URL(request.url).pathname) ? { code: "request/too-large" } : null;

const contentLength = (request: Request): number => Number(request.headers.get("Content-Length") ?? "NaN");

export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/** `devOrigin`: the development server's socket, in development builds only. */
export function contentSecurityPolicy(env: PublicEnv, nonce: string, devOrigin: string | null): string {
  const sockets = env.supabaseUrl.replace(/^http/u, "ws");
  const directives = {
    // Nothing that is not named below.
    "default-src": "'none'",
    // Our own inline starts by nonce, and the modules that they import.
    "script-src": `'nonce-${nonce}' 'strict-dynamic'`,
    "style-src": `'self' 'nonce-${nonce}'`,
    // Positions and colours of single elements, rendered on the server.
    "style-src-attr": "'unsafe-inline'",
    // Pictures that were shared come from Storage.
    "img-src": `'self' data: ${env.supabaseUrl}`,
    "font-src": "'self'",
    "media-src": "'self' blob:",
    // Our own loaders and actions, and Supabase: its API and its socket.
    "connect-src": ["'self'", env.supabaseUrl, sockets, ...(devOrigin ? [devOrigin] : [])].join(" "),
    "manifest-src": "'self'",
    "form-action": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** Sets the headers in place. Every answer of a handler is somebody's own, so none is kept by a cache. */
export function setSecurityHeaders(headers: Headers, policy: string): void {
  headers.set("Cache-Control", "private, no-store");
  headers.set("Content-Security-Policy", policy);
  // A meeting's address is its key: no other site hears it. `no-referrer` would do the same, but then browsers send
  // `Origin: null` with a plain form, which `refuse` could not tell from a stranger's.
  headers.set("Referrer-Policy", "same-origin");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Permissions-Policy", "camera=(self), microphone=(self), display-capture=(self)");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}

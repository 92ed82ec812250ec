/** Checks and headers around every handler. */
import type { Failure } from "#contracts/errors.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { maxBodyBytes } from "~/lib/requestLimits.ts";
import { LOOPBACK } from "./env.ts";

/**
 * Redirects from `http` to `https`, except on the developer's machine. Rejects forms: the network has read them, and could have written
 * their page.
 */
export function rejectPlainHttp({ method, url }: Request): Response | null {
  const target = new URL(url);
  if (target.protocol !== "http:" || LOOPBACK.has(target.hostname)) return null;
  if (method !== "GET" && method !== "HEAD")
    return new Response("Forbidden: the request was not encrypted.\n", { status: 403 });
  target.protocol = "https:";
  target.port = "";
  return new Response(null, { status: 308, headers: { Location: target.href } });
}

/**
 * Rejects a write that did not start on our own pages, which cause none of these responses. Rejects what another site loads as an image, a
 * frame, a script or in advance: each request would count for its visitor's address. Links of other sites open documents.
 */
export function rejectForeignRequest(request: Request): Response | null {
  if (request.method === "GET" || request.method === "HEAD") {
    const isForeign = !/^(?:same-origin|none)?$/u.test(request.headers.get("Sec-Fetch-Site") ?? "");
    const opens = request.headers.get("Sec-Fetch-Dest") === "document" && !request.headers.has("Sec-Purpose");
    return isForeign && !opens ? new Response("Forbidden: another site cannot load this.\n", { status: 403 }) : null;
  }
  if (request.headers.get("Origin") !== new URL(request.url).origin)
    return new Response("Forbidden: the request did not come from this site.\n", { status: 403 });
  if (!Number.isFinite(contentLength(request))) return new Response("Length Required\n", { status: 411 });
  return null;
}

/** Characters. Our own cookies take a tenth of it. */
const MAX_COOKIES_LENGTH = 32_768;
const MAX_LANGUAGES_LENGTH = 1_024;

/** Browsers keep 180 for a site. */
const MAX_COOKIES = 180;
/** Characters, and fields. A search of files has the longest query of our pages. */
const MAX_QUERY_LENGTH = 4_096;
const MAX_QUERY_FIELDS = 64;

const countOf = (text: string, separator: string): number => text.split(separator).length;

/**
 * Rejects headers and queries that take long to parse, before anything else reads them. No browser sends such headers, and no page of
 * ours leads to such a query.
 */
export function rejectLargeHead({ headers, url }: Request): Response | null {
  const cookies = headers.get("Cookie") ?? "";
  if (
    cookies.length > MAX_COOKIES_LENGTH ||
    countOf(cookies, ";") > MAX_COOKIES ||
    (headers.get("Accept-Language")?.length ?? 0) > MAX_LANGUAGES_LENGTH
  )
    return new Response("Request Header Fields Too Large\n", { status: 431 });
  const { search } = new URL(url);
  if (search.length > MAX_QUERY_LENGTH || countOf(search, "&") > MAX_QUERY_FIELDS)
    return new Response("URI Too Long\n", { status: 414 });
  return null;
}

/** Our own forms may be too large: the page shows the error of the catalogue. */
export const bodySizeError = (request: Request): Failure | null =>
  contentLength(request) > maxBodyBytes(new URL(request.url).pathname) ? { code: "request/too-large" } : null;

const contentLength = (request: Request): number => Number(request.headers.get("Content-Length") ?? "NaN");

export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

interface PolicyParts {
  readonly nonce: string;
  /** The origin of the page, if the operator offers reminders by Web Push. `npm run doctor` reads that from the policy. */
  readonly pushOrigin: string | null;
  /** The development server's socket, in development builds only. */
  readonly devOrigin: string | null;
}

export function contentSecurityPolicy(env: PublicEnv, { nonce, pushOrigin, devOrigin }: PolicyParts): string {
  const sockets = env.supabaseUrl.replace(/^http/u, "ws");
  const directives = {
    // Nothing else.
    "default-src": "'none'",
    // Our inline script, by nonce, and the modules that it imports.
    "script-src": `'nonce-${nonce}' 'strict-dynamic'`,
    "style-src": `'self' 'nonce-${nonce}'`,
    // Positions and colours of elements, rendered on the server.
    "style-src-attr": "'unsafe-inline'",
    // Shared images come from Storage.
    "img-src": `'self' data: ${env.supabaseUrl}`,
    "font-src": "'self'",
    // Shared audio and video come from Storage too.
    "media-src": `'self' blob: ${env.supabaseUrl}`,
    // The decoder of HEIC pictures, which most browsers lack (decision 044), and the service worker that shows reminders.
    "worker-src": pushOrigin === null ? "blob:" : `blob: ${pushOrigin}/push-worker.js`,
    // Our loaders and actions; Supabase's API and socket.
    "connect-src": ["'self'", env.supabaseUrl, sockets, ...(devOrigin ? [devOrigin] : [])].join(" "),
    // Turnstile's frame. `strict-dynamic` allows its script, which ours adds.
    ...(env.turnstileSiteKey !== undefined && { "frame-src": "https://challenges.cloudflare.com" }),
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

/**
 * Returns a page that leaves for another site by itself, instead of a form's redirect there: `form-action` applies to redirects too,
 * and a provider has a site of its own. Scripts send forms by requests, and leave without this.
 */
export function leaveByPage(request: Request, response: Response): Response {
  const target = response.headers.get("Location");
  // Responses to scripts have the header too, and another status.
  const isRedirect = response.status >= 300 && response.status < 400;
  if (request.method !== "POST" || !isRedirect || target === null || !URL.canParse(target)) return response;
  const url = new URL(target);
  if (url.origin === new URL(request.url).origin) return response;
  const headers = new Headers(response.headers);
  headers.delete("Location");
  headers.set("Refresh", `0;url=${url.href}`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const link = `<a href="${url.href.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">${url.host}</a>`;
  return new Response(`<!doctype html><title>Parley</title>${link}`, { status: 200, headers });
}

/** The pages that a search engine may list. A meeting's page would show its title and names. */
const PUBLIC_PAGES = new Set(["/", "/help"]);

/** Sets the headers in place. Responses are personal, so no cache stores them. */
export function setSecurityHeaders(headers: Headers, policy: string, pathname: string): void {
  headers.set("Cache-Control", "private, no-store");
  headers.set("Content-Security-Policy", policy);
  // A meeting's URL is its key and is not sent to other sites. `no-referrer` would do the same, but then browsers send
  // `Origin: null` with a plain form, which `rejectForeignRequest` could not tell from a foreign one.
  headers.set("Referrer-Policy", "same-origin");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Permissions-Policy", "camera=(self), microphone=(self), display-capture=(self)");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (!PUBLIC_PAGES.has(pathname)) headers.set("X-Robots-Tag", "noindex, nofollow");
  headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}

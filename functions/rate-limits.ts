/**
 * Rate limits, enforced by Cloudflare. Each tier is a `[[ratelimits]]` of wrangler.toml with the same numbers
 * (`rate-limits.test.ts` compares them). Cloudflare counts loosely and by data centre, so these limits are a brake.
 * Auth and the database enforce exact limits (codes, lines, meetings).
 */
import { type Failure, fail } from "#contracts/errors.ts";
import { addressGroup } from "#contracts/text/addressGroup.ts";
import { FORM_MAX_BYTES } from "~/lib/requestLimits.ts";
import type { RequestViewer } from "./session.ts";

/** A minute, in seconds. */
export const PERIOD_SECONDS = 60;

/** Requests per minute. An office or a school is one address; a session has several tabs. */
export const TIERS = {
  /** Makes GoTrue send an email. */
  mail: { binding: "LIMIT_MAIL", limit: 30 },
  /** Could guess a code or a link. */
  guess: { binding: "LIMIT_GUESS", limit: 60 },
  /** Creates a user, a meeting or a participant. */
  enter: { binding: "LIMIT_ENTER", limit: 120 },
  /** Reads by a meeting code. */
  code: { binding: "LIMIT_CODE", limit: 300 },
  /** The occupancy of a meeting. Each open pre-join page reads it every ten seconds, or every three seconds while the call is full. */
  inside: { binding: "LIMIT_INSIDE", limit: 1_200 },
  /** A page's token, requested shortly before it expires and when the page wakes. */
  token: { binding: "LIMIT_TOKEN", limit: 120 },
  /** The leave beacon. Reading its user could renew the token, which would be lost. */
  leave: { binding: "LIMIT_LEAVE", limit: 300 },
  /** Every other form. */
  write: { binding: "LIMIT_WRITE", limit: 120 },
  /** Pages about meetings and files, which read a lot from the database. */
  page: { binding: "LIMIT_PAGE", limit: 240 },
  /** Contents and previews of files, of which a board has dozens. */
  file: { binding: "LIMIT_FILE", limit: 600 },
  /** Exports, which read a whole call. */
  export: { binding: "LIMIT_EXPORT", limit: 20 },
  /** Every other page, which the Worker renders for everybody. */
  visit: { binding: "LIMIT_VISIT", limit: 600 },
  /** External monitoring. */
  health: { binding: "LIMIT_HEALTH", limit: 60 },
  /** Codes sent to one mailbox, at anybody's request (`mailboxLimits.ts`). */
  mailboxSend: { binding: "LIMIT_MAILBOX_SEND", limit: 3 },
  /** Codes tried for one mailbox, by anybody. */
  mailboxTry: { binding: "LIMIT_MAILBOX_TRY", limit: 10 },
  /** Passwords tried for one mailbox, by anybody. Codes are counted apart, so that the owner can still sign in. */
  passwordTry: { binding: "LIMIT_PASSWORD_TRY", limit: 5 },
  /** Tables for a glossary, of which each takes long to parse. */
  import: { binding: "LIMIT_IMPORT", limit: 10 },
} as const;
export type Tier = keyof typeof TIERS;

/**
 * `session`: each session counts for itself, so that an ended one, or one without the second factor, uses up no other. Visitors count by
 * address. `account`: the same, but guests count by address too, because one visitor can become many.
 * `either`: rejects only above both limits, so that neither a thief of the session nor a neighbour keeps its owner out.
 */
type Payer = "address" | "session" | "account" | "either";

interface Rule {
  /** Pattern of the path without `.data`. The first matching rule counts. */
  pattern: RegExp;
  method: "GET" | "POST";
  tier: Tier;
  by: Payer;
}

const RULES: readonly Rule[] = [
  { pattern: /^\/(?:sign-in|sign-up|recover)$/u, method: "POST", tier: "mail", by: "address" },
  // Tries passwords, which count by mailbox too. Ends sessions.
  { pattern: /^\/settings\/security$/u, method: "POST", tier: "guess", by: "either" },
  { pattern: /^\/sign-out$/u, method: "POST", tier: "write", by: "either" },
  // Sends and tries codes.
  { pattern: /^\/settings\/confirm$/u, method: "POST", tier: "mail", by: "either" },
  // Auth counts the tries of a second factor by address.
  { pattern: /^\/sign-in\/verify$/u, method: "POST", tier: "guess", by: "either" },
  { pattern: /^\/(?:sign-in\/.+|auth\/confirm)$/u, method: "POST", tier: "guess", by: "address" },
  { pattern: /^\/session$/u, method: "POST", tier: "token", by: "session" },
  { pattern: /^\/leave$/u, method: "POST", tier: "leave", by: "address" },
  { pattern: /^\/(?:home|m\/.+)?$/u, method: "POST", tier: "enter", by: "account" },
  // A link of an email or the address of a feed, which opens without signing in.
  { pattern: /^\/(?:answer|calendar\/feed|confirm|invitations)\/.+$/u, method: "POST", tier: "guess", by: "address" },
  { pattern: /^/u, method: "POST", tier: "write", by: "session" },
  // Tries codes of providers.
  { pattern: /^\/auth\/callback$/u, method: "GET", tier: "guess", by: "address" },
  { pattern: /^\/(?:answer|calendar\/feed|confirm|invitations)\/.+$/u, method: "GET", tier: "code", by: "address" },
  { pattern: /^\/m\/[^/]+\/inside$/u, method: "GET", tier: "inside", by: "account" },
  { pattern: /^\/m\//u, method: "GET", tier: "code", by: "account" },
  { pattern: /^\/meetings\/.+\/export$|^\/.+\.csv$/u, method: "GET", tier: "export", by: "session" },
  { pattern: /^\/files\/.+$/u, method: "GET", tier: "file", by: "session" },
  { pattern: /^\/settings\/security$/u, method: "GET", tier: "page", by: "either" },
  {
    pattern: /^\/(?:home|calendar|design|files|insights|glossary|settings\/.+|meetings\/.+)$/u,
    method: "GET",
    tier: "page",
    by: "session",
  },
  { pattern: /^\/health$/u, method: "GET", tier: "health", by: "address" },
];
const LARGE_FORMS: Rule = { pattern: /^\/glossary$/u, method: "POST", tier: "import", by: "address" };
const OTHER_PAGES: Rule = { pattern: /^/u, method: "GET", tier: "visit", by: "address" };

const ENDINGS = ["/", ".data"] as const;

/** A regular expression would begin again at each place of a hostile path. */
function withoutEndings(path: string): string {
  let end = path.length;
  for (;;) {
    const ending = ENDINGS.find((each) => path.endsWith(each, end));
    if (ending === undefined) return path.slice(0, end);
    end -= ending.length;
  }
}

/** Returns the path as Remix resolves it: escapes, capitals and extra slashes lead to the same page. */
function normalizedPath(pathname: string): string {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // Such a path matches no page, but is counted unchanged.
  }
  const plain = withoutEndings(path.toLowerCase().replaceAll(/\/{2,}/gu, "/"));
  return plain === "" || plain === "/_root" ? "/" : plain;
}

/** Returns the rule for a request. Everything but GET and HEAD counts as `POST`. `bytes`: of its body. */
export function ruleFor(method: string, pathname: string, bytes = 0): Rule {
  const reads = method === "GET" || method === "HEAD";
  const path = normalizedPath(pathname);
  if (!reads && bytes > FORM_MAX_BYTES && LARGE_FORMS.pattern.test(path)) return LARGE_FORMS;
  return RULES.find((rule) => (rule.method === "GET") === reads && rule.pattern.test(path)) ?? OTHER_PAGES;
}

interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}
export const isRateLimitBinding = (value: unknown): value is RateLimitBinding =>
  typeof value === "object" && value !== null && "limit" in value && typeof value.limit === "function";

interface RateLimitRequest {
  request: Request;
  /** Default: that of the request. */
  method?: string;
  bindings: object;
  /** Called only for rules that count sessions. */
  viewer(): Promise<Pick<RequestViewer, "anonymous" | "sessionId"> | null>;
}

/** Returns the names of limiters that wrangler.toml does not bind. With any of them the Worker responds 503. */
export const missingLimiters = (bindings: object): string[] =>
  Object.values(TIERS)
    .map(({ binding }) => binding)
    .filter((binding) => !isRateLimitBinding(Reflect.get(bindings, binding)));

/** Returns `request/rate-limited`, or null. An IPv6 address counts by its /64. */
export async function rateLimitError({
  request,
  bindings,
  viewer,
  method = request.method,
}: RateLimitRequest): Promise<Failure | null> {
  const { url, headers } = request;
  const rule = ruleFor(method, new URL(url).pathname, Number(headers.get("Content-Length")));
  const address = headers.get("CF-Connecting-IP");
  const limiter = limiterOf(rule.tier, bindings);
  if (address === null || limiter === null) return null;
  for (const key of keysOf(rule.by, addressGroup(address), rule.by === "address" ? null : await viewer()))
    if ((await limiter.limit({ key })).success) return null;
  return fail("request/rate-limited", rule.tier).error;
}

function keysOf(by: Payer, address: string, viewer: Awaited<ReturnType<RateLimitRequest["viewer"]>>): string[] {
  if (viewer === null || (by === "account" && viewer.anonymous)) return [address];
  return by === "either" ? [viewer.sessionId, address] : [viewer.sessionId];
}

function limiterOf(tier: Tier, bindings: object): RateLimitBinding | null {
  const limiter: unknown = Reflect.get(bindings, TIERS[tier].binding);
  return isRateLimitBinding(limiter) ? limiter : null;
}

/** Counts a message that the visitor requests. Returns false above the limit of `mail`. */
export type CountMail = () => Promise<boolean>;

/** For a form that only sometimes sends a message, so that its path has another rule. */
export const createMailCount =
  ({ headers }: Request, bindings: object): CountMail =>
  async () => {
    const address = headers.get("CF-Connecting-IP");
    const limiter = limiterOf("mail", bindings);
    if (address === null || limiter === null) return true;
    return (await limiter.limit({ key: addressGroup(address) })).success;
  };

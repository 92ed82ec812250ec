/**
 * Who may ask how often. Carried out by Cloudflare's rate limiting, each tier a `[[ratelimits]]` of wrangler.toml with
 * the same numbers (`rate-limits.test.ts` compares them). It counts by data centre and loosely: a brake, while what must
 * hold exactly (codes, lines, meetings) is counted by Auth and the database.
 */
import { type Failure, fail } from "#contracts/errors.ts";

/** A minute. Seconds. */
export const PERIOD_SECONDS = 60;

/** Requests a minute. An office or a school is one address; a person has several tabs. */
export const TIERS = {
  /** Makes GoTrue write a mail. */
  mail: { binding: "LIMIT_MAIL", limit: 30 },
  /** Could guess a code or a link. */
  guess: { binding: "LIMIT_GUESS", limit: 60 },
  /** Makes a user, a meeting, a participant. */
  enter: { binding: "LIMIT_ENTER", limit: 120 },
  /** Reads by a meeting's code. */
  code: { binding: "LIMIT_CODE", limit: 300 },
  /** A page's token, asked for near its end and on waking. */
  token: { binding: "LIMIT_TOKEN", limit: 120 },
  /** A page that goes away. Whose it is cannot be asked without renewing its token. */
  leave: { binding: "LIMIT_LEAVE", limit: 300 },
  /** Every other form. */
  write: { binding: "LIMIT_WRITE", limit: 120 },
  /** Watchers from outside. */
  health: { binding: "LIMIT_HEALTH", limit: 60 },
} as const;
export type Tier = keyof typeof TIERS;

interface Rule {
  /** Of the path, without `.data`. The first rule that fits counts. */
  pattern: RegExp;
  method: "GET" | "POST";
  tier: Tier;
  /** `user`: each known user apart, the others by address. Where users could be made to get around it: `address`. */
  by: "address" | "user";
}

const RULES: readonly Rule[] = [
  { pattern: /^\/sign-in$/u, method: "POST", tier: "mail", by: "address" },
  { pattern: /^\/(?:sign-in\/.+|auth\/confirm)$/u, method: "POST", tier: "guess", by: "address" },
  { pattern: /^\/session$/u, method: "POST", tier: "token", by: "user" },
  { pattern: /^\/leave$/u, method: "POST", tier: "leave", by: "address" },
  { pattern: /^\/(?:home|m\/.+)?$/u, method: "POST", tier: "enter", by: "address" },
  { pattern: /^/u, method: "POST", tier: "write", by: "user" },
  { pattern: /^\/m\//u, method: "GET", tier: "code", by: "address" },
  { pattern: /^\/health$/u, method: "GET", tier: "health", by: "address" },
];

/** The path as Remix understands it, however it was written: escapes, capitals and slashes lead to the same page. */
function normalizedPath(pathname: string): string {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // Such a path leads to no page, but is counted as it stands.
  }
  const plain = path
    .toLowerCase()
    .replaceAll(/\/{2,}/gu, "/")
    .replace(/(?:\/|\.data)+$/u, "");
  return plain === "" || plain === "/_root" ? "/" : plain;
}

/** The rule for a request, if there is one. Everything that is not read counts as `POST`. */
export function ruleFor(method: string, pathname: string): Rule | null {
  const reads = method === "GET" || method === "HEAD";
  const path = normalizedPath(pathname);
  return RULES.find((rule) => (rule.method === "GET") === reads && rule.pattern.test(path)) ?? null;
}

interface RateLimitBinding {
  limit(asked: { key: string }): Promise<{ success: boolean }>;
}
const isRateLimitBinding = (value: unknown): value is RateLimitBinding =>
  typeof value === "object" && value !== null && "limit" in value && typeof value.limit === "function";

interface RateLimitRequest {
  request: Request;
  bindings: object;
  /** Asked only where a rule counts users. */
  userId(): Promise<string | null>;
}

/** `request/rate-limited`, or null. Where Cloudflare's limiter is not bound or not there, everyone passes. */
export async function rateLimitError({ request, bindings, userId }: RateLimitRequest): Promise<Failure | null> {
  const rule = ruleFor(request.method, new URL(request.url).pathname);
  const address = request.headers.get("CF-Connecting-IP");
  if (rule === null || address === null) return null;
  const limiter: unknown = Reflect.get(bindings, TIERS[rule.tier].binding);
  if (!isRateLimitBinding(limiter)) return null;
  const user = rule.by === "user" ? await userId() : null;
  const { success } = await limiter.limit({ key: user ?? address });
  return success ? null : fail("request/rate-limited", rule.tier).error;
}

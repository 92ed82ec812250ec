/**
 * Rate limits of Auth as in GoTrue: a token bucket per endpoint and address. It refills evenly and holds thirty
 * requests (for anonymous sign-ins: those of one hour).
 */
import type { RateLimits } from "../config.ts";
import { AuthError } from "./errors.ts";

export type RateLimitName = Exclude<keyof RateLimits, "email_sent" | "sms_sent">;

const HOUR_MS = 60 * 60_000;
const FIVE_MINUTES_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** GoTrue's defaults for limits that config.toml cannot name. */
const DEFAULTS = { factor_verifications: 15, passkeys: 30, sso: 30 } as const;
const BURST_SIZE = 30;
/** Limits the memory that many addresses can use. */
const MAX_BUCKETS = 10_000;

export interface RateLimiter {
  /** Counts a request. Throws 429 when its bucket is empty. */
  consume(endpoint: string, limit: RateLimitName, address: string): void;
  /** Counts an email of the whole project. Throws 429 above the hourly limit. */
  consumeEmail(): void;
  /** Counts an SMS of the whole project. Throws 429 above the hourly limit. */
  consumeSms(): void;
}

function periodOf(limit: RateLimitName): number {
  if (limit === "anonymous_users") return HOUR_MS;
  return limit === "factor_verifications" ? MINUTE_MS : FIVE_MINUTES_MS;
}

const limitOf = (limits: RateLimits, limit: RateLimitName): number =>
  limit === "factor_verifications" || limit === "passkeys" || limit === "sso"
    ? (limits[limit] ?? DEFAULTS[limit])
    : limits[limit];

interface Bucket {
  tokens: number;
  updatedAt: number;
}

export function createRateLimiter(limits: RateLimits, now: () => number = Date.now): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const countEmail = hourlyLimit(limits.email_sent, "over_email_send_rate_limit", "email rate limit exceeded", now);
  const countSms = hourlyLimit(limits.sms_sent, "over_sms_send_rate_limit", "SMS rate limit exceeded", now);

  return {
    consume(endpoint, limit, address) {
      const hourly = limit === "anonymous_users";
      const count = limitOf(limits, limit);
      const capacity = hourly ? count : BURST_SIZE;
      const perMillisecond = count / periodOf(limit);
      const key = `${endpoint} ${address}`;
      const bucket = buckets.get(key) ?? { tokens: capacity, updatedAt: now() };
      bucket.tokens = Math.min(capacity, bucket.tokens + (now() - bucket.updatedAt) * perMillisecond);
      bucket.updatedAt = now();
      // Evicts the least recently used bucket first.
      buckets.delete(key);
      buckets.set(key, bucket);
      const [oldest] = buckets.keys();
      if (buckets.size > MAX_BUCKETS && oldest !== undefined) buckets.delete(oldest);
      // Tolerates rounding errors of the refill.
      if (bucket.tokens < 1 - 1e-6) throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
      bucket.tokens -= 1;
    },
    consumeEmail: countEmail,
    consumeSms: countSms,
  };
}

/** Returns a function that counts a message and throws 429 above so many in an hour. No limit without a number. */
function hourlyLimit(limit: number | undefined, code: string, message: string, now: () => number): () => void {
  let sent = { count: 0, since: now() };
  return () => {
    if (limit === undefined) return;
    if (now() - sent.since >= HOUR_MS) sent = { count: 0, since: now() };
    if (sent.count >= limit) throw new AuthError(429, code, message);
    sent.count += 1;
  };
}

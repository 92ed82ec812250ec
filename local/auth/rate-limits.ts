/**
 * How much one address may ask of Auth, as GoTrue counts it: a bucket for each endpoint and address that fills evenly, and
 * holds thirty (of anonymous sign-ins: an hour's worth).
 */
import type { RateLimits } from "../config.ts";
import { AuthError } from "./errors.ts";

export type Limit = Exclude<keyof RateLimits, "email_sent">;

const HOUR = 60 * 60_000;
const FIVE_MINUTES = 5 * 60_000;
const BURST = 30;
/** Addresses remembered, lest many of them fill the memory. */
const MOST = 10_000;

export interface Limiter {
  /** Counts a request. Throws 429 when the address has had enough. */
  take(endpoint: string, limit: Limit, address: string): void;
  /** Counts a mail of the whole project. Throws 429. */
  takeMail(): void;
}

interface Bucket {
  left: number;
  at: number;
}

export function createLimiter(limits: RateLimits, now: () => number = Date.now): Limiter {
  const buckets = new Map<string, Bucket>();
  let mails = { count: 0, since: now() };

  return {
    take(endpoint, limit, address) {
      const hourly = limit === "anonymous_users";
      const most = hourly ? limits[limit] : BURST;
      const perMillisecond = limits[limit] / (hourly ? HOUR : FIVE_MINUTES);
      const key = `${endpoint} ${address}`;
      const bucket = buckets.get(key) ?? { left: most, at: now() };
      bucket.left = Math.min(most, bucket.left + (now() - bucket.at) * perMillisecond);
      bucket.at = now();
      // The one that was quiet longest is first to be forgotten.
      buckets.delete(key);
      buckets.set(key, bucket);
      const [oldest] = buckets.keys();
      if (buckets.size > MOST && oldest !== undefined) buckets.delete(oldest);
      // A drop may be lost in adding parts.
      if (bucket.left < 1 - 1e-6) throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
      bucket.left -= 1;
    },
    takeMail() {
      if (limits.email_sent === undefined) return;
      if (now() - mails.since >= HOUR) mails = { count: 0, since: now() };
      if (mails.count >= limits.email_sent) {
        throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded");
      }
      mails.count += 1;
    },
  };
}

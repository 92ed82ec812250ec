/** Rate limits of this process. They are approximate; the database enforces exact limits. */

export interface RateLimiterOptions {
  /** Requests of one user in `windowMs`. */
  readonly limit: number;
  readonly windowMs: number;
  /** Returns milliseconds of any origin. */
  now(): number;
}

/** Creates a function that counts a request and returns false above the limit. */
export function createRateLimiter({ limit, windowMs, now }: RateLimiterOptions): (key: string) => boolean {
  let windowStart = now();
  let usedByKey = new Map<string, number>();
  return (key) => {
    if (now() - windowStart >= windowMs) {
      windowStart = now();
      usedByKey = new Map();
    }
    const used = (usedByKey.get(key) ?? 0) + 1;
    if (used > limit) return false;
    usedByKey.set(key, used);
    return true;
  };
}

/** How often one may ask of this process: a brake. What must hold exactly is counted by the database. */

export interface RateLimiterOptions {
  /** Turns of one person in `span` milliseconds. */
  readonly limit: number;
  readonly windowMs: number;
  /** Milliseconds, of any origin. */
  now(): number;
}

/** Takes a turn for somebody; false when they had all of theirs. */
export function createRateLimiter({ limit, windowMs, now }: RateLimiterOptions): (key: string) => boolean {
  let windowStart = now();
  let usedByKey = new Map<string, number>();
  return (who) => {
    if (now() - windowStart >= windowMs) {
      windowStart = now();
      usedByKey = new Map();
    }
    const used = (usedByKey.get(who) ?? 0) + 1;
    if (used > limit) return false;
    usedByKey.set(who, used);
    return true;
  };
}

/** A token bucket per client. */

export interface RateLimit {
  /** Returns whether the client may send another request now. */
  take(client: string): boolean;
}

interface Bucket {
  tokens: number;
  updatedAt: number;
}

const MAX_CLIENTS = 10_000;

/** Allows `perSecond` requests a second on average, and twice as many at once. */
export function createRateLimit(perSecond: number, now: () => number = Date.now): RateLimit {
  const burst = 2 * perSecond;
  const buckets = new Map<string, Bucket>();

  const forgetFull = () => {
    for (const [client, { tokens, updatedAt }] of buckets) {
      if (tokens + ((now() - updatedAt) / 1000) * perSecond >= burst) buckets.delete(client);
    }
  };
  return {
    take: (client) => {
      if (buckets.size >= MAX_CLIENTS && !buckets.has(client)) forgetFull();
      if (buckets.size >= MAX_CLIENTS && !buckets.has(client)) return false;
      const { tokens, updatedAt } = buckets.get(client) ?? { tokens: burst, updatedAt: now() };
      const available = Math.min(burst, tokens + ((now() - updatedAt) / 1000) * perSecond);
      const isAllowed = available >= 1;
      buckets.set(client, { tokens: isAllowed ? available - 1 : available, updatedAt: now() });
      return isAllowed;
    },
  };
}

/** Returns the cached result for a repeated request: a page sends a segment again if its response got lost. */
import type { Result } from "../_shared/contracts/errors.ts";

const RESULT_TTL_MS = 60_000;
const MAX_RESULTS = 200;

/** `now` returns milliseconds of any origin. Failures are not cached. */
export function createIdempotencyCache<T>(
  now: () => number,
): (key: string, work: () => Promise<Result<T>>) => Promise<Result<T>> {
  const results = new Map<string, { readonly until: number; readonly result: Promise<Result<T>> }>();
  return async (key, work) => {
    for (const [oldKey, { until }] of results) {
      if (until > now() && results.size < MAX_RESULTS) break;
      results.delete(oldKey);
    }
    const cached = results.get(key);
    if (cached !== undefined) return cached.result;
    const pending = work();
    results.set(key, { until: now() + RESULT_TTL_MS, result: pending });
    const result = await pending.catch((error: unknown) => {
      results.delete(key);
      throw error;
    });
    if (!result.ok) results.delete(key);
    return result;
  };
}

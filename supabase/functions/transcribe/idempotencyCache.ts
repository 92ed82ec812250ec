/** Who asks the same again is given the same: a page whose answer got lost sends its segment once more. */
import type { Result } from "../_shared/contracts/errors.ts";

/** Milliseconds; and answers at most. */
const RESULT_TTL_MS = 60_000;
const MAX_RESULTS = 200;

/** `now`: milliseconds, of any origin. What failed is not kept. */
export function createIdempotencyCache<T>(
  now: () => number,
): (key: string, work: () => Promise<Result<T>>) => Promise<Result<T>> {
  const results = new Map<string, { readonly until: number; readonly answer: Promise<Result<T>> }>();
  return async (key, work) => {
    for (const [old, { until }] of results) {
      if (until > now() && results.size < MAX_RESULTS) break;
      results.delete(old);
    }
    const cached = results.get(key);
    if (cached !== undefined) return cached.answer;
    const pending = work();
    results.set(key, { until: now() + RESULT_TTL_MS, answer: pending });
    const result = await pending.catch((error: unknown) => {
      results.delete(key);
      throw error;
    });
    if (!result.ok) results.delete(key);
    return result;
  };
}

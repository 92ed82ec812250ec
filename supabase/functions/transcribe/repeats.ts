/** Who asks the same again is given the same: a page whose answer got lost sends its segment once more. */
import type { Result } from "../_shared/contracts/errors.ts";

/** Milliseconds; and answers at most. */
const KEPT = 60_000;
const MOST = 200;

/** `now`: milliseconds, of any origin. What failed is not kept. */
export function makeRepeats<T>(now: () => number): (key: string, work: () => Promise<Result<T>>) => Promise<Result<T>> {
  const known = new Map<string, { readonly until: number; readonly answer: Promise<Result<T>> }>();
  return async (key, work) => {
    for (const [old, { until }] of known) {
      if (until > now() && known.size < MOST) break;
      known.delete(old);
    }
    const kept = known.get(key);
    if (kept !== undefined) return kept.answer;
    const answer = work();
    known.set(key, { until: now() + KEPT, answer });
    const result = await answer.catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
    if (!result.ok) known.delete(key);
    return result;
  };
}

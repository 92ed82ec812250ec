import type { Clock } from "../lib/clock.ts";

/**
 * Returns a function that spends a cost and returns the budget that is left, which may be negative. It starts with `burst`, its
 * largest value.
 */
export function createBudget(clock: Clock, perSecond: number, burst: number): (cost: number) => number {
  let budget = burst;
  let updatedAt = clock.now();
  return (cost) => {
    const now = clock.now();
    budget = Math.min(burst, budget + ((now - updatedAt) / 1_000) * perSecond) - cost;
    updatedAt = now;
    return budget;
  };
}

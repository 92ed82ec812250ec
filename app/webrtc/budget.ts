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

/** Returns a function that spends a cost if the budget has it, and returns whether it had. */
export function createAllowance(clock: Clock, perSecond: number, burst: number): (cost?: number) => boolean {
  const spend = createBudget(clock, perSecond, burst);
  return (cost = 1) => spend(0) >= cost && spend(cost) >= 0;
}

import type { Clock } from "../lib/clock.ts";

export interface BudgetOptions {
  readonly perSecond: number;
  /** The largest budget, which is also the first one. */
  readonly burst: number;
}

/** Returns a function that spends a cost and returns the budget that is left. It grows with time and may be negative. */
export function createBudget(clock: Clock, { perSecond, burst }: BudgetOptions): (cost: number) => number {
  let budget = burst;
  let updatedAt = clock.now();
  return (cost) => {
    const now = clock.now();
    budget = Math.min(burst, budget + ((now - updatedAt) / 1_000) * perSecond) - cost;
    updatedAt = now;
    return budget;
  };
}

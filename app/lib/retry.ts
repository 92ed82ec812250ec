/** Retries with growing delays. */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Cancel, Clock } from "./clock.ts";

export interface Backoff {
  /** Runs `attempt` after the next delay and replaces a scheduled attempt. */
  schedule(attempt: () => void): void;
  /** Returns to the first delay, after an attempt succeeded. */
  reset(): void;
  /** Cancels the scheduled attempt. */
  cancel(): void;
}

/** Schedules attempts one at a time. The last of `delaysMs` repeats. */
export function createBackoff(clock: Clock, delaysMs: readonly [number, ...number[]]): Backoff {
  let failures = 0;
  let cancelAttempt: Cancel = () => {};
  return {
    schedule(attempt) {
      cancelAttempt();
      const delayMs = delaysMs[Math.min(failures, delaysMs.length - 1)] ?? delaysMs[0];
      failures += 1;
      cancelAttempt = clock.after(delayMs, attempt);
    },
    reset() {
      failures = 0;
    },
    cancel() {
      cancelAttempt();
    },
  };
}

export interface RetryOptions {
  clock: Clock;
  /** One delay for each further attempt. */
  delaysMs: readonly number[];
  /** Whether the same request may succeed later. */
  isTransient(error: Failure): boolean;
  /** When aborted, `retry` returns the last result without a further attempt. */
  signal?: AbortSignal;
}

/** Repeats `attempt` until it succeeds, fails for good, or no delay is left, and returns the last result. */
export async function retry<R extends Result<unknown>>(
  attempt: () => Promise<R>,
  { clock, delaysMs, isTransient, signal }: RetryOptions,
): Promise<R> {
  let result = await attempt();
  for (const delayMs of delaysMs) {
    if (result.ok || !isTransient(result.error) || signal?.aborted) return result;
    await delay(clock, delayMs, signal);
    if (signal?.aborted) return result;
    result = await attempt();
  }
  return result;
}

/** Resolves after `ms`, or at once when `signal` aborts. */
export function delay(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    });
    const stop = () => {
      cancel();
      resolve();
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}

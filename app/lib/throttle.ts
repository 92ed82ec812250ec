import type { Cancel, Clock } from "./clock.ts";

export interface Throttle {
  /** Runs now, or once as soon as the interval since the last run is over. */
  request(): void;
  cancel: Cancel;
}

/** Returns a throttle of `run`, which reads the newest state itself. */
export function createThrottle(clock: Clock, intervalMs: number, run: () => void): Throttle {
  let ranAt = Number.NEGATIVE_INFINITY;
  let cancelNext: Cancel | null = null;
  const runNow = () => {
    cancelNext = null;
    ranAt = clock.now();
    run();
  };
  return {
    request() {
      if (cancelNext !== null) return;
      const left = ranAt + intervalMs - clock.now();
      if (left <= 0) runNow();
      else cancelNext = clock.after(left, runNow);
    },
    cancel() {
      cancelNext?.();
      cancelNext = null;
    },
  };
}

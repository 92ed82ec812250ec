/** The clock that state machines use, so that tests can control time. */

export type Cancel = () => void;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `run` once after `ms`. The returned function cancels it. */
  after(ms: number, run: () => void): Cancel;
  /** Runs `run` every `ms`, first after `ms`. The returned function stops it. */
  every(ms: number, run: () => void): Cancel;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

/** A timer that keeps the earliest of its times. */
export interface EarliestTimer {
  /** Runs after `ms`, unless it runs earlier already. */
  after(ms: number): void;
  /** Cancels the next run. */
  cancel(): void;
}

export function createEarliestTimer(clock: Clock, run: () => void): EarliestTimer {
  let next: { readonly at: number; readonly cancel: Cancel } | null = null;
  const cancel = () => {
    next?.cancel();
    next = null;
  };
  return {
    after(ms) {
      const at = clock.now() + ms;
      if (next !== null && next.at <= at) return;
      cancel();
      const cancelRun = clock.after(ms, () => {
        next = null;
        run();
      });
      next = { at, cancel: cancelRun };
    },
    cancel,
  };
}

/** Time as the core sees it, so that a test can move it. */

export type Cancel = () => void;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): Cancel;
  /** Runs every `ms`, first after `ms`; the answer ends it. */
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

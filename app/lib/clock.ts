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

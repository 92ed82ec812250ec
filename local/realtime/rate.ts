/** Events per second on average over the last minute. A short burst alone does not exceed a limit. */
import { LIMITS } from "./limits.ts";

export class Rate {
  readonly #limit: number;
  readonly #onExceeded: () => void;
  /** Counts per tick, newest first. As in the real server, the first count is 0. */
  #counts: number[] = [0];
  #count = 0;
  #average = 0;
  #exceeded = false;

  /** @param limit events per second */
  constructor(limit: number, onExceeded: () => void) {
    this.#limit = limit;
    this.#onExceeded = onExceeded;
  }

  add(count = 1): void {
    this.#count += count;
  }

  /** Updates the average and `exceeded`. Must be called every `LIMITS.rateTickMs`. */
  tick(): void {
    this.#counts = [this.#count, ...this.#counts].slice(0, LIMITS.rateTicks);
    this.#count = 0;
    const sum = this.#counts.reduce((total, count) => total + count, 0);
    this.#average = (sum * 1000) / (this.#counts.length * LIMITS.rateTickMs);
    const exceeded = this.#average >= this.#limit;
    if (exceeded && !this.#exceeded) this.#onExceeded();
    this.#exceeded = exceeded;
  }

  get exceeded(): boolean {
    return this.#exceeded;
  }

  /** Whether `more` events at once stay within the limit. */
  hasRoomFor(more: number): boolean {
    return this.#average + more <= this.#limit;
  }
}

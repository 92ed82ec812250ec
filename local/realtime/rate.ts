/** How often something happens each second, on average over the last minute: a burst alone exceeds no limit. */
import { LIMITS } from "./limits.ts";

export class Rate {
  readonly #limit: number;
  readonly #onExceeded: () => void;
  /** Newest first. The real server's counters begin with an empty one too. */
  #counts: number[] = [0];
  #count = 0;
  #average = 0;
  #exceeded = false;

  /** `limit` for each second. */
  constructor(limit: number, onExceeded: () => void) {
    this.#limit = limit;
    this.#onExceeded = onExceeded;
  }

  add(count = 1): void {
    this.#count += count;
  }

  /** To be called once each `LIMITS.rateTick`: from here on the average and `exceeded` are those of the minute up to now. */
  judge(): void {
    this.#counts = [this.#count, ...this.#counts].slice(0, LIMITS.rateTicks);
    this.#count = 0;
    const sum = this.#counts.reduce((total, count) => total + count, 0);
    this.#average = (sum * 1000) / (this.#counts.length * LIMITS.rateTick);
    const exceeded = this.#average >= this.#limit;
    if (exceeded && !this.#exceeded) this.#onExceeded();
    this.#exceeded = exceeded;
  }

  get exceeded(): boolean {
    return this.#exceeded;
  }

  /** Whether `more` at once would go past the limit. */
  hasRoomFor(more: number): boolean {
    return this.#average + more <= this.#limit;
  }
}

/** The end of the token that a channel goes by. */
import { LIMITS } from "./limits.ts";

export class Expiry {
  readonly #onEnd: (exp: number) => void;
  #timer: NodeJS.Timeout | undefined;

  /** `exp`: seconds since the epoch. */
  constructor(onEnd: (exp: number) => void) {
    this.#onEnd = onEnd;
  }

  /** In place of the token before. An API key has no end. */
  watch(exp: number | undefined): void {
    this.stop();
    if (exp === undefined) return;
    const left = exp * 1000 - Date.now();
    if (left <= 0) {
      this.#onEnd(exp);
      return;
    }
    this.#timer = setTimeout(() => this.watch(exp), Math.min(left, LIMITS.tokenRecheck));
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Fires when the token of a channel expires. */
import { LIMITS } from "./limits.ts";

export class TokenExpiryTimer {
  readonly #onEnd: (exp: number) => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param onEnd receives `exp`, in seconds since the epoch */
  constructor(onEnd: (exp: number) => void) {
    this.#onEnd = onEnd;
  }

  /** Replaces the previous token. An API key has no expiry. */
  schedule(exp: number | undefined): void {
    this.stop();
    if (exp === undefined) return;
    const left = exp * 1000 - Date.now();
    if (left <= 0) {
      this.#onEnd(exp);
      return;
    }
    this.#timer = setTimeout(() => this.schedule(exp), Math.min(left, LIMITS.tokenRecheckMs));
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

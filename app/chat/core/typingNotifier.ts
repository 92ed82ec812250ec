/** What others hear of one's writing. */
import type { Cancel, Clock } from "../../lib/clock.ts";

/** Milliseconds without a key after which one is writing no more. */
export const TYPING_IDLE_MS = 4_000;
/** A line that was sent takes the sign away at the others (`viewTypists`); that one stopped is told when they have it. */
export const TYPING_STOP_DELAY_MS = 1_000;

export interface TypingNotifier {
  onInput(): void;
  onSent(): void;
  /** At once: the field was left or emptied. */
  stop(): void;
}

/** Tells the others that this person writes, once, and that they stopped. */
export function createTypingNotifier(notify: (typing: boolean) => void, clock: Pick<Clock, "after">): TypingNotifier {
  let writing = false;
  let cancelIdle: Cancel = () => {};
  /** Ends the telling of a line that was sent; null where there is nothing to tell. */
  let cancelSent: Cancel | null = null;

  function stop() {
    cancelIdle();
    if (!writing && cancelSent === null) return;
    cancelSent?.();
    cancelSent = null;
    writing = false;
    notify(false);
  }
  return {
    stop,
    onInput() {
      cancelIdle();
      cancelIdle = clock.after(TYPING_IDLE_MS, stop);
      if (writing) return;
      writing = true;
      if (cancelSent === null) notify(true);
    },
    onSent() {
      cancelIdle();
      if (!writing) return;
      writing = false;
      cancelSent?.();
      cancelSent = clock.after(TYPING_STOP_DELAY_MS, () => {
        cancelSent = null;
        notify(false);
        // The next line was begun meanwhile.
        if (writing) notify(true);
      });
    },
  };
}

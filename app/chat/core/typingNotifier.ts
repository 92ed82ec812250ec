import type { Cancel, Clock } from "../../lib/clock.ts";

/** Typing ends after this time without a key. */
export const TYPING_IDLE_MS = 4_000;
/** A sent line removes the indicator at its recipients (`createTypingNames`), so the stop follows only after it. */
export const TYPING_STOP_DELAY_MS = 1_000;

export interface TypingNotifier {
  onInput(): void;
  onSent(): void;
  /** Sends the stop at once: the field was left or emptied. */
  stop(): void;
}

/** Notifies the remote participants once when typing starts, and once when it stops. */
export function createTypingNotifier(notify: (typing: boolean) => void, clock: Pick<Clock, "after">): TypingNotifier {
  let typing = false;
  let cancelIdle: Cancel = () => {};
  /** Cancels the delayed stop after a sent line; null if none is scheduled. */
  let cancelSent: Cancel | null = null;

  function stop() {
    cancelIdle();
    if (!typing && cancelSent === null) return;
    cancelSent?.();
    cancelSent = null;
    typing = false;
    notify(false);
  }
  return {
    stop,
    onInput() {
      cancelIdle();
      cancelIdle = clock.after(TYPING_IDLE_MS, stop);
      if (typing) return;
      typing = true;
      if (cancelSent === null) notify(true);
    },
    onSent() {
      cancelIdle();
      if (!typing) return;
      typing = false;
      cancelSent?.();
      cancelSent = clock.after(TYPING_STOP_DELAY_MS, () => {
        cancelSent = null;
        notify(false);
        // The next line was started during the delay.
        if (typing) notify(true);
      });
    },
  };
}

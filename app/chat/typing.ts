/** What others hear of one's writing. */
import type { Cancel, Clock } from "../platform/clock.ts";

/** Milliseconds without a key after which one is writing no more. */
export const RESTS = 4_000;
/** A line that was sent takes the sign away at the others (`viewTypists`); that one stopped is told when they have it. */
export const SENT = 1_000;

export interface Typing {
  typed(): void;
  sent(): void;
  /** At once: the field was left or emptied. */
  stopped(): void;
}

/** Tells the others that this person writes, once, and that they stopped. */
export function createTyping(tell: (typing: boolean) => void, clock: Pick<Clock, "after">): Typing {
  let writing = false;
  let cancelRest: Cancel = () => {};
  /** Ends the telling of a line that was sent; null where there is nothing to tell. */
  let cancelSent: Cancel | null = null;

  function stopped() {
    cancelRest();
    if (!writing && cancelSent === null) return;
    cancelSent?.();
    cancelSent = null;
    writing = false;
    tell(false);
  }
  return {
    stopped,
    typed() {
      cancelRest();
      cancelRest = clock.after(RESTS, stopped);
      if (writing) return;
      writing = true;
      if (cancelSent === null) tell(true);
    },
    sent() {
      cancelRest();
      if (!writing) return;
      writing = false;
      cancelSent?.();
      cancelSent = clock.after(SENT, () => {
        cancelSent = null;
        tell(false);
        // The next line was begun meanwhile.
        if (writing) tell(true);
      });
    },
  };
}

/**
 * Notices what was missed. Every write to a meeting has the next `seq`; a broadcast that is lost leaves a hole, which
 * `changes` fills. A hole is given a moment first: broadcasts may overtake each other.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Changes } from "#contracts/meetings.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";

export const HOLE_PATIENCE = 300;
const RETRIES = [1_000, 2_000, 5_000, 10_000] as const;

export interface Sequence {
  /** Everything up to here is known. */
  at(): number;
  /** A broadcast with this `seq` was applied. */
  saw(seq: number): void;
  /** The meeting is known to have reached this `seq`. */
  reached(seq: number): void;
  /** Asks for changes now. */
  catchUp(): void;
  close(): void;
}

export interface SequenceOptions {
  clock: Clock;
  /** Everything up to here is known. */
  from: number;
  changes: (after: number) => Promise<Result<Changes>>;
  apply: (changes: Changes) => void;
  /** It ends by a refusal. Whatever else fails is tried again. */
  refused: (error: Failure) => void;
  isRefusal: (error: Failure) => boolean;
}

export function createSequence({ clock, from, changes, apply, refused, isRefusal }: SequenceOptions): Sequence {
  let at = from;
  /** Seen or known to exist beyond the first hole. */
  let ahead = new Set<number>();
  let top = from;
  let asking = false;
  let askAgain = false;
  let failures = 0;
  let cancelLook: Cancel | null = null;
  let closed = false;

  const close = () => {
    closed = true;
    cancelLook?.();
  };

  function settle() {
    while (ahead.delete(at + 1)) at += 1;
    ahead = new Set([...ahead].filter((seq) => seq > at));
    top = Math.max(top, at);
  }

  function look(after: number) {
    if (closed || at >= top || cancelLook !== null) return;
    cancelLook = clock.after(after, () => {
      cancelLook = null;
      if (at < top) void ask();
    });
  }

  async function ask(): Promise<void> {
    if (asking) {
      askAgain = true;
      return;
    }
    asking = true;
    do {
      askAgain = false;
      const answer = await changes(at);
      if (closed) return;
      if (!answer.ok) {
        asking = false;
        if (isRefusal(answer.error)) return refused(answer.error);
        const wait = RETRIES[Math.min(failures, RETRIES.length - 1)] ?? 0;
        failures += 1;
        cancelLook?.();
        cancelLook = clock.after(wait, () => {
          cancelLook = null;
          void ask();
        });
        return;
      }
      failures = 0;
      at = Math.max(at, answer.value.seq);
      settle();
      apply(answer.value);
      askAgain ||= answer.value.more;
    } while (askAgain && !closed);
    asking = false;
    // Still behind what a broadcast or a heartbeat told: not at once, so that no answer can make it spin.
    look(RETRIES[0]);
  }

  return {
    at: () => at,
    saw(seq) {
      if (seq <= at) return;
      ahead.add(seq);
      top = Math.max(top, seq);
      settle();
      look(HOLE_PATIENCE);
    },
    reached(seq) {
      top = Math.max(top, seq);
      look(HOLE_PATIENCE);
    },
    catchUp: () => void ask(),
    close,
  };
}

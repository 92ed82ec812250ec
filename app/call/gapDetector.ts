/**
 * Notices what was missed. Every write to a meeting has the next `seq`; a broadcast that is lost leaves a hole, which
 * `changes_since` fills. A hole is given a moment first: broadcasts may overtake each other.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Changes } from "#contracts/meetings.ts";
import type { Cancel, Clock } from "../lib/clock.ts";

export const GAP_GRACE_MS = 300;
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const;

export interface GapDetector {
  /** Everything up to here is known. */
  lastSeq(): number;
  /** A broadcast with this `seq` was applied. */
  received(seq: number): void;
  /** The meeting is known to have reached this `seq`. */
  serverIsAt(seq: number): void;
  /** Asks for changes now. */
  catchUp(): void;
  close(): void;
}

export interface GapDetectorOptions {
  clock: Clock;
  /** Everything up to here is known. */
  initialSeq: number;
  fetchChanges: (after: number) => Promise<Result<Changes>>;
  applyChanges: (changes: Changes) => void;
  /** It ends by a refusal. Whatever else fails is tried again. */
  onRejected: (error: Failure) => void;
  isRejection: (error: Failure) => boolean;
}

export function createGapDetector({
  clock,
  initialSeq,
  fetchChanges,
  applyChanges,
  onRejected,
  isRejection,
}: GapDetectorOptions): GapDetector {
  let lastSeq = initialSeq;
  /** Seen or known to exist beyond the first hole. */
  let seqsBeyondGap = new Set<number>();
  let highestSeq = initialSeq;
  let fetching = false;
  let fetchAgain = false;
  let failures = 0;
  let cancelFetch: Cancel | null = null;
  let closed = false;

  const close = () => {
    closed = true;
    cancelFetch?.();
  };

  function advance() {
    while (seqsBeyondGap.delete(lastSeq + 1)) lastSeq += 1;
    seqsBeyondGap = new Set([...seqsBeyondGap].filter((seq) => seq > lastSeq));
    highestSeq = Math.max(highestSeq, lastSeq);
  }

  function scheduleFetch(delayMs: number) {
    if (closed || lastSeq >= highestSeq || cancelFetch !== null) return;
    cancelFetch = clock.after(delayMs, () => {
      cancelFetch = null;
      if (lastSeq < highestSeq) void fetchMissing();
    });
  }

  async function fetchMissing(): Promise<void> {
    if (fetching) {
      fetchAgain = true;
      return;
    }
    fetching = true;
    do {
      fetchAgain = false;
      const result = await fetchChanges(lastSeq);
      if (closed) return;
      if (!result.ok) {
        fetching = false;
        if (isRejection(result.error)) return onRejected(result.error);
        const retryDelayMs = RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)] ?? 0;
        failures += 1;
        cancelFetch?.();
        cancelFetch = clock.after(retryDelayMs, () => {
          cancelFetch = null;
          void fetchMissing();
        });
        return;
      }
      failures = 0;
      lastSeq = Math.max(lastSeq, result.value.seq);
      advance();
      applyChanges(result.value);
      fetchAgain ||= result.value.more;
    } while (fetchAgain && !closed);
    fetching = false;
    // Still behind what a broadcast or a heartbeat told: not at once, so that no answer can make it spin.
    scheduleFetch(RETRY_DELAYS_MS[0]);
  }

  return {
    lastSeq: () => lastSeq,
    received(seq) {
      if (seq <= lastSeq) return;
      seqsBeyondGap.add(seq);
      highestSeq = Math.max(highestSeq, seq);
      advance();
      scheduleFetch(GAP_GRACE_MS);
    },
    serverIsAt(seq) {
      highestSeq = Math.max(highestSeq, seq);
      scheduleFetch(GAP_GRACE_MS);
    },
    catchUp: () => void fetchMissing(),
    close,
  };
}

/**
 * Detects lost broadcasts. Every write to a meeting takes the next `seq`, so a lost broadcast leaves a gap, which
 * `changes_since` fills. Broadcasts may overtake each other, so a gap is fetched only after `GAP_GRACE_MS`.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Changes } from "#contracts/meetings.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import { createBackoff } from "../lib/retry.ts";

export const GAP_GRACE_MS = 300;
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const;

export interface GapDetector {
  /** Returns the `seq` up to which everything was received. */
  lastSeq(): number;
  /** Notes that the broadcast with this `seq` was applied. */
  received(seq: number): void;
  /** Notes that the meeting has reached this `seq`. */
  serverIsAt(seq: number): void;
  /** Fetches changes now. */
  catchUp(): void;
  close(): void;
}

export interface GapDetectorOptions {
  clock: Clock;
  /** Everything up to this `seq` was received before. */
  initialSeq: number;
  fetchChanges: (after: number) => Promise<Result<Changes>>;
  /** `complete`: nothing is left of what was missing at the last `catchUp`. */
  applyChanges: (changes: Changes, complete: boolean) => void;
  /** A rejection ends the detector. Every other failure is retried. */
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
  /** Received beyond the first gap. */
  let seqsBeyondGap = new Set<number>();
  let highestSeq = initialSeq;
  let fetching = false;
  let fetchAgain = false;
  const backoff = createBackoff(clock, RETRY_DELAYS_MS);
  let retryPending = false;
  let cancelFetch: Cancel | null = null;
  let closed = false;

  const close = () => {
    closed = true;
    cancelFetch?.();
    backoff.cancel();
  };

  function advance() {
    while (seqsBeyondGap.delete(lastSeq + 1)) lastSeq += 1;
    seqsBeyondGap = new Set([...seqsBeyondGap].filter((seq) => seq > lastSeq));
    highestSeq = Math.max(highestSeq, lastSeq);
  }

  function scheduleFetch(delayMs: number) {
    if (closed || lastSeq >= highestSeq || cancelFetch !== null || retryPending) return;
    cancelFetch = clock.after(delayMs, () => {
      cancelFetch = null;
      if (lastSeq < highestSeq) void fetchMissing();
    });
  }

  function scheduleRetry() {
    cancelFetch?.();
    cancelFetch = null;
    retryPending = true;
    backoff.schedule(() => {
      retryPending = false;
      void fetchMissing();
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
        return isRejection(result.error) ? onRejected(result.error) : scheduleRetry();
      }
      backoff.reset();
      lastSeq = Math.max(lastSeq, result.value.seq);
      advance();
      fetchAgain ||= result.value.more;
      applyChanges(result.value, !fetchAgain);
    } while (fetchAgain && !closed);
    fetching = false;
    // Broadcasts or a heartbeat reported a higher `seq`. Wait, so that no response can cause a busy loop.
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

/**
 * When this page asks the server for a translation. The author's page asks for its own new line at once; a reader's
 * page asks only for what did not come by itself, a few times, further and further apart, many lines in one request.
 */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";

/** Waits before the first and the later requests. */
export const REQUEST_DELAYS_MS = [LIMITS.readerRequestDelayMs, 5_000, 15_000] as const;
/** Lines that fall due this close to each other go together. */
const BATCH_WINDOW_MS = 100;
/** However often the engine is back, a line that failed is not asked for more often. */
const MIN_INTERVAL_MS = REQUEST_DELAYS_MS[1];
/** A translation that the server has should have been heard by then. */
const BROADCAST_GRACE_MS = 1_000;

interface QueuedTranslation {
  dueAt: number;
  attempts: number;
  /** When it was last asked for. */
  lastRequestedAt: number;
  /** Its request is under way. */
  inFlight: boolean;
}

export interface TranslationQueue {
  /** These lines, and no others, wait for a translation into what this person reads. */
  setWanted(lineIds: ReadonlySet<string>): void;
  /** Asks now, once, for others to read. */
  requestForOthers(lineId: string): void;
  /** Somebody's request failed for this line: no need to wait until its lease would end. */
  onOthersFailed(lineId: string): void;
  /** All start anew: another language is read, or the network is back. */
  restart(): void;
  /** Something else was just translated: those that failed may go through now. */
  onEngineRecovered(): void;
  close(): void;
}

export interface TranslationQueueOptions {
  clock: Clock;
  reads: () => Language;
  fetchTranslations: (lineIds: readonly string[]) => Promise<Result<TranslateResponse>>;
  /** Why a line has no translation; a later request may still bring one. */
  onFailed: (lineId: string, code: string | null) => void;
  /** The server has translations that were not heard here. */
  onMissed: () => void;
  /** Before the first request: what is new is mostly asked for by its author's page. */
  firstRequestDelayMs?: number;
}

export function createTranslationQueue({
  clock,
  reads,
  fetchTranslations,
  onFailed,
  onMissed,
  firstRequestDelayMs = REQUEST_DELAYS_MS[0],
}: TranslationQueueOptions): TranslationQueue {
  const queue = new Map<string, QueuedTranslation>();
  let cancelTimer: Cancel | null = null;
  let closed = false;

  function schedule() {
    cancelTimer?.();
    cancelTimer = null;
    const due = Math.min(...[...queue.values()].map((one) => one.dueAt));
    if (closed || due === Number.POSITIVE_INFINITY) return;
    cancelTimer = clock.after(Math.max(0, due - clock.now()), () => {
      cancelTimer = null;
      const ids = [...queue].filter(([, one]) => one.dueAt <= clock.now() + BATCH_WINDOW_MS).map(([id]) => id);
      for (let at = 0; at < ids.length; at += LIMITS.translateBatch)
        void request(ids.slice(at, at + LIMITS.translateBatch));
      schedule();
    });
  }

  async function request(ids: readonly string[]): Promise<void> {
    const batch = ids.flatMap((id) => {
      const one = queue.get(id);
      if (one === undefined) return [];
      one.attempts += 1;
      one.dueAt = Number.POSITIVE_INFINITY;
      one.lastRequestedAt = clock.now();
      one.inFlight = true;
      return [{ id, one }];
    });
    const result = await fetchTranslations(ids);
    if (closed) return;
    let hasMissed = false;
    for (const { id, one } of batch) {
      one.inFlight = false;
      if (queue.get(id) !== one) continue;
      const found = result.ok
        ? result.value.results.find(({ line_id, language }) => line_id === id && language === reads())
        : undefined;
      const status = found?.status ?? "failed";
      switch (status) {
        case "ready":
          hasMissed = true;
          scheduleRetry(one, BROADCAST_GRACE_MS);
          break;
        case "claimed":
          // Somebody's request is at it until its lease ends; the server counts how often that may fail.
          one.dueAt = clock.now() + LIMITS.translateLease;
          break;
        case "unavailable":
          onFailed(id, found?.reason ?? null);
          break;
        case "failed":
          onFailed(id, result.ok ? (found?.reason ?? null) : result.error.code);
          scheduleRetry(one, REQUEST_DELAYS_MS[one.attempts] ?? null);
          break;
        default:
          status satisfies never;
      }
    }
    schedule();
    if (hasMissed) onMissed();
  }

  /** The last request that brought nothing ends it. */
  function scheduleRetry(one: QueuedTranslation, wait: number | null) {
    one.dueAt =
      wait === null || one.attempts >= REQUEST_DELAYS_MS.length ? Number.POSITIVE_INFINITY : clock.now() + wait;
  }

  return {
    setWanted(lineIds) {
      let changed = false;
      for (const id of queue.keys()) if (!lineIds.has(id)) changed = queue.delete(id);
      for (const id of lineIds) {
        if (queue.has(id)) continue;
        queue.set(id, {
          dueAt: clock.now() + firstRequestDelayMs,
          attempts: 0,
          lastRequestedAt: Number.NEGATIVE_INFINITY,
          inFlight: false,
        });
        changed = true;
      }
      if (changed) schedule();
    },
    requestForOthers(lineId) {
      // Should it fail, the readers ask for themselves.
      void fetchTranslations([lineId]);
    },
    onOthersFailed(lineId) {
      const one = queue.get(lineId);
      // A request of this page's own that is under way tells by its answer.
      if (one === undefined || one.inFlight || one.dueAt === Number.POSITIVE_INFINITY) return;
      one.dueAt = Math.min(one.dueAt, clock.now() + (REQUEST_DELAYS_MS[one.attempts] ?? Number.POSITIVE_INFINITY));
      schedule();
    },
    restart() {
      for (const one of queue.values()) {
        one.attempts = 0;
        one.dueAt = clock.now() + firstRequestDelayMs;
      }
      schedule();
    },
    onEngineRecovered() {
      for (const one of queue.values()) {
        if (one.attempts === 0) continue;
        one.attempts = 0;
        // Never later than it was due: where the engine is back with every line, nothing would come to be asked for.
        if (!one.inFlight)
          one.dueAt = Math.min(
            one.dueAt,
            Math.max(clock.now() + firstRequestDelayMs, one.lastRequestedAt + MIN_INTERVAL_MS),
          );
      }
      schedule();
    },
    close() {
      closed = true;
      cancelTimer?.();
    },
  };
}

/**
 * Decides when this page requests translations. The author's page requests a new line at once. A reader's page requests
 * only translations that did not arrive: a few times, with growing delays, and many lines in one request.
 */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";

/** Delays before the first and the later requests. */
export const REQUEST_DELAYS_MS = [LIMITS.readerRequestDelayMs, 5_000, 15_000] as const;
/** Lines due within this time share a request. */
const BATCH_WINDOW_MS = 100;
/** The minimum time between two requests for a failed line, however often the engine recovers. */
const MIN_INTERVAL_MS = REQUEST_DELAYS_MS[1];
/** The broadcast of a stored translation should have arrived by then. */
const BROADCAST_GRACE_MS = 1_000;

interface QueuedTranslation {
  dueAt: number;
  attempts: number;
  lastRequestedAt: number;
  inFlight: boolean;
}

export interface TranslationQueue {
  /** Sets the lines that lack a translation into the reader's language. All others are dropped. */
  setWanted(lineIds: ReadonlySet<string>): void;
  /** Sends one request at once, for the remote readers. */
  requestForOthers(lineId: string): void;
  /** Another page's request failed, so this page need not wait for the end of its lease. */
  onOthersFailed(lineId: string): void;
  /** Restarts all lines: the reading language changed, or the network is back. */
  restart(): void;
  /** Another line was just translated, so failed lines may succeed now. */
  onEngineRecovered(): void;
  close(): void;
}

export interface TranslationQueueOptions {
  clock: Clock;
  reads: () => Language;
  fetchTranslations: (lineIds: readonly string[]) => Promise<Result<TranslateResponse>>;
  /** Reports why a line has no translation. A later request may still succeed. */
  onFailed: (lineId: string, code: string | null) => void;
  /** The server has translations whose broadcast did not arrive. */
  onMissed: () => void;
  /** Delay before the first request: the author's page usually requests a new line. */
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
    const dueAt = Math.min(...[...queue.values()].map((entry) => entry.dueAt));
    if (closed || dueAt === Number.POSITIVE_INFINITY) return;
    cancelTimer = clock.after(Math.max(0, dueAt - clock.now()), () => {
      cancelTimer = null;
      const ids = [...queue].filter(([, entry]) => entry.dueAt <= clock.now() + BATCH_WINDOW_MS).map(([id]) => id);
      for (let at = 0; at < ids.length; at += LIMITS.linesPerTranslateRequest)
        void request(ids.slice(at, at + LIMITS.linesPerTranslateRequest));
      schedule();
    });
  }

  async function request(ids: readonly string[]): Promise<void> {
    const batch = ids.flatMap((id) => {
      const entry = queue.get(id);
      if (entry === undefined) return [];
      entry.attempts += 1;
      entry.dueAt = Number.POSITIVE_INFINITY;
      entry.lastRequestedAt = clock.now();
      entry.inFlight = true;
      return [{ id, entry }];
    });
    const result = await fetchTranslations(ids);
    if (closed) return;
    let hasMissed = false;
    for (const { id, entry } of batch) {
      entry.inFlight = false;
      if (queue.get(id) !== entry) continue;
      const found = result.ok
        ? result.value.results.find(({ line_id, language }) => line_id === id && language === reads())
        : undefined;
      const status = found?.status ?? "failed";
      switch (status) {
        case "ready":
          hasMissed = true;
          scheduleRetry(entry, BROADCAST_GRACE_MS);
          break;
        case "claimed":
          // Another request holds the lease. The server limits the attempts.
          entry.dueAt = clock.now() + LIMITS.translationLeaseMs;
          break;
        case "unavailable":
          onFailed(id, found?.reason ?? null);
          break;
        case "failed":
          onFailed(id, result.ok ? (found?.reason ?? null) : result.error.code);
          scheduleRetry(entry, REQUEST_DELAYS_MS[entry.attempts] ?? null);
          break;
        default:
          status satisfies never;
      }
    }
    schedule();
    if (hasMissed) onMissed();
  }

  /** Schedules the next request, unless the last attempt is used up. */
  function scheduleRetry(entry: QueuedTranslation, delayMs: number | null) {
    entry.dueAt =
      delayMs === null || entry.attempts >= REQUEST_DELAYS_MS.length ? Number.POSITIVE_INFINITY : clock.now() + delayMs;
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
      // If the request fails, the readers' pages send their own.
      void fetchTranslations([lineId]);
    },
    onOthersFailed(lineId) {
      const entry = queue.get(lineId);
      // The result of this page's own request decides, if it is in flight.
      if (entry === undefined || entry.inFlight || entry.dueAt === Number.POSITIVE_INFINITY) return;
      entry.dueAt = Math.min(
        entry.dueAt,
        clock.now() + (REQUEST_DELAYS_MS[entry.attempts] ?? Number.POSITIVE_INFINITY),
      );
      schedule();
    },
    restart() {
      for (const entry of queue.values()) {
        entry.attempts = 0;
        entry.dueAt = clock.now() + firstRequestDelayMs;
      }
      schedule();
    },
    onEngineRecovered() {
      for (const entry of queue.values()) {
        if (entry.attempts === 0) continue;
        entry.attempts = 0;
        // Never postpone: if every line reports a recovery, no request would ever be due.
        if (!entry.inFlight)
          entry.dueAt = Math.min(
            entry.dueAt,
            Math.max(clock.now() + firstRequestDelayMs, entry.lastRequestedAt + MIN_INTERVAL_MS),
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

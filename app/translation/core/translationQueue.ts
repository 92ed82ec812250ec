/**
 * Decides when this page requests translations. The author's page requests a new line at once. A reader's page requests
 * only translations that did not arrive: a few times, with growing delays, and many lines in one request.
 *
 * While no engine is up, lines await one. One line of each language is requested as a probe, at the time that the server
 * returned. The first translation restarts all lines.
 */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";

/** Delays before the first and the later requests. */
export const REQUEST_DELAYS_MS = [LIMITS.readerRequestDelayMs, 5_000, 15_000] as const;
/** Lines due within this time share a request. */
const BATCH_WINDOW_MS = 100;
/** The minimum time between two requests for a failed line, however often the engine recovers. */
const MIN_INTERVAL_MS = REQUEST_DELAYS_MS[1];
/** The minimum time between two probes. The server doubles its own pauses. */
const MIN_PROBE_DELAY_MS = 1_000;
/** Delay of the next probe if the server did not respond. */
export const PROBE_DELAY_MS = 30_000;
/** The broadcast of a stored translation should have arrived by then. */
const BROADCAST_GRACE_MS = 1_000;

interface QueuedTranslation {
  readonly language: Language;
  /** Whether the line failed because no engine was up. */
  awaitsEngine: boolean;
  dueAt: number;
  attempts: number;
  lastRequestedAt: number;
  inFlight: boolean;
}

export interface TranslationQueue {
  /** Sets the lines that lack a translation into the reader's language. All others are dropped. */
  setWanted(lines: readonly Pick<Line, "id" | "language">[]): void;
  /** Returns whether a line of this language failed because no engine was up, and none has succeeded since. */
  awaitsEngine(language: Language): boolean;
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
  let probeAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  function schedule() {
    cancelTimer?.();
    cancelTimer = null;
    scheduleProbes();
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

  /** Makes the newest awaiting line of each language due, unless one of that language is due or in flight. */
  function scheduleProbes() {
    const awaiting = [...queue.values()].filter((entry) => entry.awaitsEngine);
    const isProbe = (entry: QueuedTranslation) => entry.inFlight || entry.dueAt !== Number.POSITIVE_INFINITY;
    const probed = new Set(awaiting.filter(isProbe).map(({ language }) => language));
    for (const entry of awaiting.toReversed()) {
      if (probed.has(entry.language)) continue;
      probed.add(entry.language);
      entry.dueAt = Math.max(clock.now(), probeAt);
    }
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
    const retryAfterMs = result.ok ? result.value.retry_after_ms : PROBE_DELAY_MS;
    if (retryAfterMs !== undefined) probeAt = clock.now() + Math.max(MIN_PROBE_DELAY_MS, retryAfterMs);
    let hasMissed = false;
    let hasRecovered = false;
    for (const { id, entry } of batch) {
      entry.inFlight = false;
      if (queue.get(id) !== entry) continue;
      const found = result.ok
        ? result.value.results.find(({ line_id, language }) => line_id === id && language === reads())
        : undefined;
      const status = found?.status ?? "failed";
      const wasAwaiting = entry.awaitsEngine;
      if (status !== "claimed") entry.awaitsEngine = false;
      switch (status) {
        case "ready":
          hasMissed = true;
          hasRecovered ||= wasAwaiting;
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
          entry.awaitsEngine = result.ok
            ? retryAfterMs !== undefined && found?.reason === "translate/unavailable"
            : entry.dueAt === Number.POSITIVE_INFINITY;
          if (entry.awaitsEngine) entry.dueAt = Number.POSITIVE_INFINITY;
          break;
        default:
          status satisfies never;
      }
    }
    if (hasRecovered) onEngineRecovered();
    schedule();
    if (hasMissed) onMissed();
  }

  function onEngineRecovered() {
    for (const entry of queue.values()) {
      if (entry.attempts === 0) continue;
      entry.attempts = 0;
      entry.awaitsEngine = false;
      // Never postpone: if every line reports a recovery, no request would ever be due.
      if (!entry.inFlight)
        entry.dueAt = Math.min(
          entry.dueAt,
          Math.max(clock.now() + firstRequestDelayMs, entry.lastRequestedAt + MIN_INTERVAL_MS),
        );
    }
    schedule();
  }

  /** Schedules the next request, unless the last attempt is used up. */
  function scheduleRetry(entry: QueuedTranslation, delayMs: number | null) {
    entry.dueAt =
      delayMs === null || entry.attempts >= REQUEST_DELAYS_MS.length ? Number.POSITIVE_INFINITY : clock.now() + delayMs;
  }

  return {
    setWanted(lines) {
      let changed = false;
      const ids = new Set(lines.map(({ id }) => id));
      for (const id of queue.keys()) if (!ids.has(id)) changed = queue.delete(id);
      for (const { id, language } of lines) {
        if (queue.has(id)) continue;
        queue.set(id, {
          language,
          awaitsEngine: false,
          dueAt: clock.now() + firstRequestDelayMs,
          attempts: 0,
          lastRequestedAt: Number.NEGATIVE_INFINITY,
          inFlight: false,
        });
        changed = true;
      }
      if (changed) schedule();
    },
    awaitsEngine: (language) => [...queue.values()].some((entry) => entry.awaitsEngine && entry.language === language),
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
        entry.awaitsEngine = false;
        entry.dueAt = clock.now() + firstRequestDelayMs;
      }
      schedule();
    },
    onEngineRecovered,
    close() {
      closed = true;
      cancelTimer?.();
    },
  };
}

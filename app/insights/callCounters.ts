/**
 * Counts in a call what no table holds, and reports it once a minute: how long the reader waited for translations, how late
 * captions came, and what the browser translated. Reports nothing in a meeting that keeps nothing.
 */
import type { CallCounters } from "#contracts/measureResults.ts";
import { MEASURE_LIMITS } from "#contracts/measures.ts";
import type { CallSnapshot } from "../call/callSnapshot.ts";
import type { TimelineSnapshot } from "../chat/timeline.ts";
import type { Clock } from "../lib/clock.ts";
import type { Rpc } from "../lib/rpc.ts";
import type { Store } from "../lib/store.ts";

export interface CallCounterOptions {
  readonly call: Store<Pick<CallSnapshot, "state" | "callId" | "joinedSeq" | "meeting">>;
  readonly timeline: Store<Pick<TimelineSnapshot, "entries" | "lines">>;
  /** User id of the reader. */
  readonly me: string;
  /** Returns what the browser translated since the last call. */
  readonly takeDeviceTranslations: () => Pick<CallCounters, "device_lines" | "device_characters">;
  readonly rpc: Rpc;
  readonly clock: Clock;
}

/** Returns a function that sends the last report and stops. */
export function startCallCounters(options: CallCounterOptions): () => void {
  const { call, timeline, me, clock } = options;
  let counted = { watched_ms: 0, behind_ms: 0, captions: 0, delay_ms: 0 };
  let since = clock.now();
  let watching = false;
  let waiting = false;
  /** The newest line that was counted. */
  let lastSeq: number | null = null;
  /** The fastest delivery of a line, which stands for the difference between this clock and the server's. */
  let fastestDelivery = Number.POSITIVE_INFINITY;

  function settleTime() {
    const now = clock.now();
    const elapsed = Math.max(0, now - since);
    since = now;
    if (!watching) return;
    counted.watched_ms += elapsed;
    if (waiting) counted.behind_ms += elapsed;
  }

  function countCaptions() {
    const { joinedSeq } = call.getSnapshot();
    const { lines } = timeline.getSnapshot();
    const after = Math.max(joinedSeq, lastSeq ?? 0);
    for (const { seq, author, created_at, spoken_at, spoken_ms } of lines) {
      if (seq <= after) continue;
      lastSeq = Math.max(lastSeq ?? 0, seq);
      const stored = Date.parse(created_at);
      const delivery = clock.now() - stored;
      fastestDelivery = Math.min(fastestDelivery, delivery);
      if (spoken_at === null || spoken_ms === null || author === me) continue;
      const delay = stored - Date.parse(spoken_at) - spoken_ms + delivery - fastestDelivery;
      counted.captions += 1;
      counted.delay_ms += Math.max(0, delay);
    }
  }

  function onChange() {
    settleTime();
    watching = call.getSnapshot().state.name === "connected";
    if (!watching) return;
    waiting = timeline.getSnapshot().entries.some(({ display }) => display.kind === "on-its-way");
    countCaptions();
  }

  function report() {
    settleTime();
    const { callId, meeting } = call.getSnapshot();
    const device = options.takeDeviceTranslations();
    const counters = limited({ ...counted, ...device });
    counted = { watched_ms: 0, behind_ms: 0, captions: 0, delay_ms: 0 };
    // A lost report loses a minute of the figures, so nothing repeats it.
    if (callId !== null && meeting?.keep === "days" && counters.watched_ms > 0)
      void options.rpc("report_counters", { p_call_id: callId, p_counters: counters });
  }

  onChange();
  const unsubscribers = [call.subscribe(onChange), timeline.subscribe(onChange)];
  const stop = clock.every(MEASURE_LIMITS.reportIntervalMs, report);
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    stop();
    report();
  };
}

/** A device that slept reports more time than a minute. */
function limited(counters: CallCounters): CallCounters {
  const { reportMs, reportLines } = MEASURE_LIMITS;
  const watched_ms = Math.min(counters.watched_ms, reportMs);
  const isFlood = counters.captions > reportLines;
  return {
    watched_ms: Math.round(watched_ms),
    behind_ms: Math.round(Math.min(counters.behind_ms, watched_ms)),
    captions: isFlood ? 0 : counters.captions,
    delay_ms: isFlood ? 0 : Math.round(counters.delay_ms),
    device_lines: Math.min(counters.device_lines, reportLines),
    device_characters: counters.device_lines > reportLines ? 0 : counters.device_characters,
  };
}

import { expect, test } from "vitest";
import { ok } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import type { CallCounters } from "#contracts/measureResults.ts";
import { MEASURE_LIMITS } from "#contracts/measures.ts";
import type { Meeting } from "#contracts/meetings.ts";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { serverLine } from "../../tests/fakes/serverLine.ts";
import { timelineEntry } from "../../tests/fakes/timelineEntry.ts";
import type { CallState } from "../call/callState.ts";
import type { TimelineEntry } from "../chat/timelineEntry.ts";
import { createStore } from "../lib/store.ts";
import { startCallCounters } from "./callCounters.ts";

const MINUTE = MEASURE_LIMITS.reportIntervalMs;

const meeting = (keep: Meeting["keep"]): Meeting => ({
  ...{ id: "m", code: "c", title: null, host_name: null, access: "open", locked: false, keep, reading: "call" },
  ...{ ended: false, expires_at: null, terms: 0 },
});
const waiting = timelineEntry("a", { display: { kind: "on-its-way" } });
const shown = timelineEntry("a", { display: { kind: "translated", text: "hi", language: "en", source: "server" } });

/** `skewMs`: how far the clock of this device is ahead of the server's. */
function world({ keep = "days" as Meeting["keep"], skewMs = 0 } = {}) {
  const clock = createFakeClock();
  const call = createStore<{ state: CallState; callId: string; joinedSeq: number; meeting: Meeting }>({
    ...{ state: { name: "connected" }, callId: "c", joinedSeq: 10, meeting: meeting(keep) },
  });
  const timeline = createStore<{ entries: readonly TimelineEntry[]; lines: readonly Line[] }>({
    entries: [],
    lines: [],
  });
  const reports: CallCounters[] = [];
  let device = { device_lines: 0, device_characters: 0 };
  const stop = startCallCounters({
    ...{ call, timeline, me: "tom", clock },
    takeDeviceTranslations: () => device,
    rpc: fakeRpc({
      report_counters({ p_counters }) {
        reports.push(p_counters);
        return ok(null);
      },
    }),
  });
  const show = (...entries: TimelineEntry[]) => timeline.set({ ...timeline.getSnapshot(), entries });
  /** Delivers a caption whose speech ended `agoMs` before it was stored. */
  const hear = (seq: number, agoMs: number, deliveryMs: number, author = "ana") => {
    const stored = clock.now() - skewMs - deliveryMs;
    const line = serverLine({
      ...{ id: `l${seq}`, seq, author, kind: "speech", created_at: new Date(stored).toISOString() },
      ...{ spoken_at: new Date(stored - agoMs - 2_000).toISOString(), spoken_ms: 2_000 },
    });
    timeline.set({ ...timeline.getSnapshot(), lines: [...timeline.getSnapshot().lines, line] });
  };
  const translateOnDevice = (lines: number, characters: number) => {
    device = { device_lines: lines, device_characters: characters };
  };
  return { clock, call, reports, show, hear, stop, translateOnDevice };
}

test("reports the time that a line waited for its translation", async () => {
  const { clock, reports, show } = world();
  await clock.advance(10_000);
  show(waiting);
  await clock.advance(3_000);
  show(shown);
  await clock.advance(MINUTE - 13_000);
  expect(reports).toMatchObject([{ watched_ms: MINUTE, behind_ms: 3_000 }]);
  await clock.advance(MINUTE);
  expect(reports[1]).toMatchObject({ watched_ms: MINUTE, behind_ms: 0 });
});

test("counts no time outside the call", async () => {
  const { clock, call, reports } = world();
  await clock.advance(20_000);
  call.set({ ...call.getSnapshot(), state: { name: "reconnecting", reason: "network/timeout" } });
  await clock.advance(30_000);
  call.set({ ...call.getSnapshot(), state: { name: "connected" } });
  await clock.advance(10_000);
  expect(reports).toMatchObject([{ watched_ms: 30_000 }]);
});

test.each([0, 3_600_000, -3_600_000])("measures captions with a clock that is %d ms ahead", async (skewMs) => {
  const { clock, reports, hear } = world({ skewMs });
  hear(11, 800, 100);
  hear(12, 800, 400);
  // Neither counts: the reader's own, and one from before they came.
  hear(13, 5_000, 100, "tom");
  hear(9, 5_000, 100);
  await clock.advance(MINUTE);
  // The fastest delivery counts as immediate, so the second one took 300 ms longer.
  expect(reports).toMatchObject([{ captions: 2, delay_ms: 800 + 1_100 }]);
});

test("reports what the browser translated", async () => {
  const { clock, reports, translateOnDevice } = world();
  translateOnDevice(3, 70);
  await clock.advance(MINUTE);
  expect(reports).toMatchObject([{ device_lines: 3, device_characters: 70 }]);
});

test("reports nothing in a meeting that keeps nothing", async () => {
  const { clock, reports, show, stop } = world({ keep: "nothing" });
  show(waiting);
  await clock.advance(3 * MINUTE);
  stop();
  expect(reports).toEqual([]);
});

test("limits what a sleeping device would report", async () => {
  const { clock, call, reports, show, translateOnDevice } = world();
  show(waiting);
  translateOnDevice(MEASURE_LIMITS.reportLines + 1, 9_999_999);
  call.set({ ...call.getSnapshot() });
  await clock.advance(MINUTE);
  expect(reports[0]).toMatchObject({ device_lines: MEASURE_LIMITS.reportLines, device_characters: 0 });
  for (const report of reports) expect(report.watched_ms).toBeLessThanOrEqual(MEASURE_LIMITS.reportMs);
});

test("sends the rest when it stops, and leaves no timer", async () => {
  const { clock, reports, stop } = world();
  await clock.advance(5_000);
  stop();
  expect(reports).toMatchObject([{ watched_ms: 5_000 }]);
  expect(clock.pending()).toBe(0);
});

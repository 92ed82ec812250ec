import { describe, expect, test } from "vitest";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { anaInside, LONG_ABSENCE_MS } from "../../../tests/fakes/absences.ts";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import type { TimelineSnapshot } from "../../chat/timeline.ts";
import { createStore } from "../../lib/store.ts";
import { createAbsenceTracker, MIN_ABSENCE_MS } from "./absenceTracker.ts";

describe("absence tracker", () => {
  test("offers nothing to the first participant", async () => {
    const { come, write, clock } = await anaInside();
    const first = await come();
    expect(first.offered()).toBe(0);
    await write("uno", "dos");
    first.timeline.post("three", "en");
    await clock.advance(LONG_ABSENCE_MS);
    expect(first.offered()).toBe(0);
  });

  test("offers a late joiner the whole call", async () => {
    const { come, write } = await anaInside();
    await write("uno", "dos", "tres", "cuatro", "cinco");
    const late = await come();
    expect(late.timeline.getSnapshot().lines).toHaveLength(3);
    expect(late.tracker.getSnapshot()).toMatchObject({ ranges: [{ after: 0 }], lineCount: 5 });
  });

  test("does not offer lines written before it was created", async () => {
    const { write, clock, ben, tab } = await anaInside();
    await write("uno", "dos");
    const late = tab(ben);
    late.call.join();
    await clock.advance(1_000);
    late.timeline.post("three", "en");
    await write("cuatro", "cinco");
    await clock.advance(LONG_ABSENCE_MS);
    const storage = fakeStorage();
    const tracker = createAbsenceTracker({ ...late, rpc: ben.rpc, clock, storage: () => storage });
    await clock.advance(1_000);
    expect(tracker.getSnapshot()).toMatchObject({ ranges: [{ after: 0 }], lineCount: 2 });
    tracker.close();
  });

  test("offers the lines of others after an outage", async () => {
    const { come, write, clock, backend } = await anaInside();
    const ben = await come();
    await write("uno", "dos");
    await ben.offline();
    await clock.advance(LONG_ABSENCE_MS);
    ben.timeline.post("written offline", "en");
    await write("tres", "cuatro", "cinco");
    await ben.online();
    await clock.advance(20_000);
    expect(ben.state()).toBe("connected");
    expect(backend.lines()).toHaveLength(6);
    expect(ben.offered()).toBe(3);
    await write("seis");
    expect(ben.offered()).toBe(3);
  });

  test("offers the lines of an outage right after joining", async () => {
    const { tab, ben, write, clock } = await anaInside();
    await write("uno");
    const late = tab(ben);
    const tracker = createAbsenceTracker({ ...late, rpc: ben.rpc, clock, storage: fakeStorage });
    late.realtime.cut();
    late.call.join();
    await clock.advance(LONG_ABSENCE_MS);
    await write("dos", "tres");
    late.realtime.heal();
    late.call.wake();
    await clock.advance(20_000);
    expect(late.state()).toBe("connected");
    expect(tracker.getSnapshot()).toMatchObject({ ranges: [{ after: 0 }, {}], lineCount: 3 });
    tracker.close();
  });

  test("combines two absences into one offer", async () => {
    const { come, write, clock } = await anaInside();
    const ben = await come();
    for (const text of ["uno", "dos"]) {
      await ben.offline();
      await clock.advance(LONG_ABSENCE_MS);
      await write(text);
      await ben.online();
      await clock.advance(20_000);
    }
    expect(ben.offered()).toBe(2);
    ben.tracker.dismiss();
    expect(ben.offered()).toBe(0);
  });

  test("offers nothing after a short or a silent absence", async () => {
    const { come, write, clock } = await anaInside();
    const ben = await come();
    await write("uno");
    await ben.offline();
    await write("dos");
    await clock.advance(MIN_ABSENCE_MS / 2);
    await ben.online();
    await clock.advance(3_000);
    expect(ben.state()).toBe("connected");
    expect(ben.offered()).toBe(0);
    await ben.offline();
    await clock.advance(LONG_ABSENCE_MS);
    await ben.online();
    await clock.advance(20_000);
    expect(ben.offered()).toBe(0);
  });

  test("never offers a dismissed absence again", async () => {
    const { come, write, clock, ben } = await anaInside();
    await write("uno", "dos");
    const late = await come();
    late.tracker.dismiss();
    expect(late.offered()).toBe(0);
    await clock.advance(LONG_ABSENCE_MS);
    expect(late.offered()).toBe(0);
    await late.goAway();
    await clock.advance(LONG_ABSENCE_MS);
    const again = await come(ben, late.storage);
    expect(again.offered()).toBe(0);
    await again.goAway();
    await write("tres");
    await clock.advance(LONG_ABSENCE_MS);
    expect((await come(ben, late.storage)).offered()).toBe(1);
  });

  test("offers missed lines after a rejoin on the same page", async () => {
    const { come, write, clock, ben } = await anaInside();
    const page = await come();
    await clock.advance(LONG_ABSENCE_MS);
    page.tracker.close();
    await page.call.leave();
    await write("uno", "dos");
    await clock.advance(LONG_ABSENCE_MS);
    page.call.join();
    const tracker = createAbsenceTracker({ ...page, rpc: ben.rpc, clock, storage: () => page.storage });
    await clock.advance(3_000);
    expect(tracker.getSnapshot()?.lineCount).toBe(2);
  });

  test("offers unread and new lines after returning", async () => {
    const { come, write, clock, ben } = await anaInside();
    await write("uno", "dos");
    const late = await come();
    expect(late.offered()).toBe(2);
    await write("tres");
    await late.goAway();
    await write("cuatro");
    const soon = await come(ben, late.storage);
    expect(soon.offered()).toBe(2);
    soon.tracker.dismiss();
    await soon.goAway();
    await write("cinco", "seis");
    await clock.advance(LONG_ABSENCE_MS);
    expect((await come(ben, late.storage)).offered()).toBe(2);
  });

  test("stores what was shown on page unload", async () => {
    const { come, write, clock, ben } = await anaInside();
    const first = await come();
    await write("uno");
    first.tracker.save();
    const storage = fakeStorage();
    // Copy the storage now: an unloaded page stores nothing more.
    storage.setItem("parley.seen", first.storage.getItem("parley.seen") ?? "");
    await first.goAway();
    await clock.advance(LONG_ABSENCE_MS);
    await write("dos");
    expect((await come(ben, storage)).offered()).toBe(1);
  });

  test("ignores other users' and unreadable stored values", async () => {
    const { come, write, backend, clock } = await anaInside();
    await write("uno", "dos");
    const ben = await come();
    ben.tracker.dismiss();
    await ben.goAway();
    const cleo = backend.person("Cleo", "fr", "fr");
    expect((await come(cleo, ben.storage)).offered()).toBe(2);

    const broken = fakeStorage();
    for (const key of ben.storage.values.keys()) broken.values.set(key, '{"call":');
    broken.full = true;
    const dan = await come(backend.person("Dan", "en", "en"), broken);
    expect(dan.offered()).toBe(2);
    dan.tracker.dismiss();
    await clock.advance(LONG_ABSENCE_MS);
    expect(dan.offered()).toBe(0);
  });

  test("starts after the participant's own earlier lines", async () => {
    const { come, write, ben } = await anaInside();
    await write("uno");
    const before = await come();
    before.timeline.post("two", "en");
    await write("tres");
    await before.goAway();
    expect((await come(ben, fakeStorage())).offered()).toBe(1);
  });

  test("offers the lines of a sleep", async () => {
    const { clock, backend, ben, write } = await anaInside();
    const presence = createStore({ state: { name: "connected" }, callId: backend.callId(), joinedSeq: 0 });
    const call = { ...presence, liveFromSeq: () => 1, joinRequestedAt: () => null };
    const timeline = createStore<Pick<TimelineSnapshot, "lines" | "history">>({
      lines: [],
      history: { name: "complete" },
    });
    let slept = 0;
    const now = () => clock.now() + slept;
    const tracker = createAbsenceTracker({
      ...{ call, timeline: { ...timeline, me: ben.userId }, rpc: ben.rpc, storage: fakeStorage },
      clock: { ...clock, now },
    });
    await write("uno");
    timeline.set({ ...timeline.getSnapshot(), lines: backend.lines() });
    await clock.advance(100_000);
    expect(tracker.getSnapshot()).toBeNull();
    await write("dos", "tres");
    slept = 1_800_000;
    // The page receives these lines on waking.
    timeline.set({ ...timeline.getSnapshot(), lines: backend.lines() });
    await clock.advance(1_000);
    expect(tracker.getSnapshot()).toMatchObject({ ranges: [{ upTo: null }], lineCount: 2 });
    await clock.advance(MIN_ABSENCE_MS + 5_000);
    await write("cuatro");
    timeline.set({ ...timeline.getSnapshot(), lines: backend.lines() });
    expect(tracker.getSnapshot()).toMatchObject({ ranges: [{ upTo: backend.lines()[2]?.seq }], lineCount: 2 });
    tracker.close();
  });

  test("offers nothing of an earlier call", async () => {
    const { come, write, clock, backend, anaTab, ben } = await anaInside();
    await write("uno", "dos");
    const late = await come();
    expect(late.offered()).toBe(2);
    await late.goAway();
    await anaTab.call.leave();
    backend.endCall();
    await clock.advance(LONG_ABSENCE_MS);
    anaTab.call.join();
    await clock.advance(1_000);
    const next = await come(ben, late.storage);
    expect(next.offered()).toBe(0);
  });

  test("ignores the seq of another call", async () => {
    const { come, write, ben } = await anaInside();
    await write("uno", "dos");
    const elsewhere = fakeStorage();
    elsewhere.setItem(
      "parley.seen",
      JSON.stringify({ me: ben.userId, call: "another", seen: 1_000, at: 0, after: null }),
    );
    expect((await come(ben, elsewhere)).offered()).toBe(2);
  });

  test("offers nothing in a meeting that keeps nothing", async () => {
    const { come, write, anaTab } = await anaInside();
    await anaTab.lead.updateMeeting({ p_keep: "nothing" });
    await write("uno", "dos");
    const late = await come();
    expect(late.offered()).toBe(0);
  });

  test("counts a fully loaded call without a request", async () => {
    const { come, write, backend } = await anaInside();
    await write("uno", "dos");
    expect((await come()).offered()).toBe(2);
    expect(backend.calls.filter(({ name }) => name === "missed_lines")).toEqual([]);
  });

  test("retries a failed count, but not a rejected one", async () => {
    const { come, write, clock, backend, ben } = await anaInside();
    // More than one page of history.
    const many = SERVER_LIMITS.historyLinesPerPage + 10;
    await write(...Array.from({ length: many }, (_, at) => `línea ${at}`));
    ben.failNext("missed_lines", "network/timeout");
    const late = await come();
    expect(late.offered()).toBe(0);
    await clock.advance(6_000);
    expect(late.offered()).toBe(many);

    const cleo = backend.person("Cleo", "fr", "fr");
    cleo.failNext("missed_lines", "request/not-allowed");
    const rejected = await come(cleo);
    await clock.advance(LONG_ABSENCE_MS);
    expect(rejected.offered()).toBe(0);
    await rejected.goAway();
    expect((await come(cleo, rejected.storage)).offered()).toBe(many);
  });

  test("leaves nothing running after closing", async () => {
    const { come, write, clock, anaTab, ben } = await anaInside();
    await write("uno");
    ben.failNext("missed_lines", "network/timeout");
    const late = await come();
    await late.goAway();
    await anaTab.call.leave();
    anaTab.close();
    await clock.advance(1_000);
    expect(clock.pending()).toBe(0);
  });
});

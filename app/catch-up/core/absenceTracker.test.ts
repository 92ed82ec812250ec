import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import { createWorld } from "../../../tests/fakes/world.ts";
import type { TimelineSnapshot } from "../../chat/timeline.ts";
import { createStore } from "../../lib/store.ts";
import { createAbsenceTracker, MIN_ABSENCE_MS } from "./absenceTracker.ts";

const LONG = 30_000;

/** Ana is in the call. `come` opens another participant's page with the storage of their browser. */
async function anaInside() {
  const world = createWorld();
  const { backend, clock } = world;
  const ana = backend.person("Ana", "es", "es");
  const anaTab = world.tab(ana);
  const ben = backend.person("Ben", "en", "en");
  const come = async (person = ben, storage = fakeStorage()) => {
    const tab = world.tab(person);
    const gaps = createAbsenceTracker({ ...tab, rpc: person.rpc, clock, storage: () => storage });
    tab.call.join();
    await clock.advance(1_000);
    const offered = () => gaps.getSnapshot()?.lineCount ?? 0;
    const goAway = async () => {
      gaps.close();
      await tab.call.leave();
      tab.close();
      await clock.advance(0);
    };
    return { ...tab, gaps, offered, storage, goAway };
  };
  anaTab.call.join();
  await clock.advance(1_000);
  const write = async (...texts: string[]) => {
    for (const text of texts) {
      anaTab.timeline.post(text, "es");
      await clock.advance(100);
    }
  };
  return { ...world, anaTab, ben, come, write };
}

describe("absence tracker", () => {
  test("offers nothing to the first participant", async () => {
    const { come, write, clock } = await anaInside();
    const first = await come();
    expect(first.offered()).toBe(0);
    await write("uno", "dos");
    first.timeline.post("three", "en");
    await clock.advance(LONG);
    expect(first.offered()).toBe(0);
  });

  test("offers a late joiner the whole call", async () => {
    const { come, write } = await anaInside();
    await write("uno", "dos", "tres", "cuatro", "cinco");
    const late = await come();
    expect(late.timeline.getSnapshot().lines).toHaveLength(3);
    expect(late.gaps.getSnapshot()).toMatchObject({ ranges: [{ after: 0 }], lineCount: 5 });
  });

  test("does not offer lines written before it was created", async () => {
    const { write, clock, ben, tab } = await anaInside();
    await write("uno", "dos");
    const late = tab(ben);
    late.call.join();
    await clock.advance(1_000);
    late.timeline.post("three", "en");
    await write("cuatro", "cinco");
    await clock.advance(LONG);
    const storage = fakeStorage();
    const gaps = createAbsenceTracker({ ...late, rpc: ben.rpc, clock, storage: () => storage });
    await clock.advance(1_000);
    expect(gaps.getSnapshot()).toMatchObject({ ranges: [{ after: 0 }], lineCount: 2 });
    gaps.close();
  });

  test("offers the lines of others after an outage", async () => {
    const { come, write, clock, backend } = await anaInside();
    const ben = await come();
    await write("uno", "dos");
    await ben.offline();
    await clock.advance(LONG);
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
    const gaps = createAbsenceTracker({ ...late, rpc: ben.rpc, clock, storage: fakeStorage });
    late.realtime.cut();
    late.call.join();
    await clock.advance(LONG);
    await write("dos", "tres");
    late.realtime.heal();
    late.call.wake();
    await clock.advance(20_000);
    expect(late.state()).toBe("connected");
    expect(gaps.getSnapshot()).toMatchObject({ ranges: [{ after: 0 }, {}], lineCount: 3 });
    gaps.close();
  });

  test("combines two absences into one offer", async () => {
    const { come, write, clock } = await anaInside();
    const ben = await come();
    for (const text of ["uno", "dos"]) {
      await ben.offline();
      await clock.advance(LONG);
      await write(text);
      await ben.online();
      await clock.advance(20_000);
    }
    expect(ben.offered()).toBe(2);
    ben.gaps.dismiss();
    expect(ben.offered()).toBe(0);
  });

  describe("lines that were shown", () => {
    /** Ben is in the call while the first page of its history has not arrived. */
    async function benWithoutHistory() {
      const world = await anaInside();
      const { ben, come } = world;
      const answered = Promise.withResolvers<void>();
      const { rpc } = ben;
      ben.rpc = async (name, args) => {
        if (name === "history") await answered.promise;
        return rpc(name, args);
      };
      return { ...world, tab: await come(), loadHistory: answered.resolve };
    }

    test("are not offered after an outage before the history loads", async () => {
      const { write, clock, tab, loadHistory } = await benWithoutHistory();
      await write("uno");
      expect(tab.state()).toBe("connected");
      await tab.offline();
      loadHistory();
      await clock.advance(LONG);
      await write("dos", "tres");
      await tab.online();
      await clock.advance(20_000);
      expect(tab.offered()).toBe(2);
    });

    test("are not offered with two absences around them", async () => {
      const { come, write, clock, backend } = await anaInside();
      await write("uno");
      const ben = await come();
      await write("dos", "tres");
      await ben.offline();
      await clock.advance(LONG);
      await write("cuatro");
      await ben.online();
      await clock.advance(20_000);
      await write("cinco");
      expect(ben.offered()).toBe(2);
      const [uno, , , cuatro] = backend.lines().map(({ seq }) => seq);
      const missed = (seq = 0) =>
        ben.gaps.getSnapshot()?.ranges.some(({ after, upTo }) => seq > after && seq <= (upTo ?? Infinity));
      expect(backend.lines().map(({ seq }) => missed(seq))).toEqual([true, false, false, true, false]);
      expect([missed(uno), missed(cuatro)]).toEqual([true, true]);
    });

    test("are not offered after a reload either", async () => {
      const { come, write, clock, ben } = await anaInside();
      await write("uno");
      const first = await come();
      await write("dos", "tres");
      await first.goAway();
      await clock.advance(LONG);
      await write("cuatro");
      const second = await come(ben, first.storage);
      expect(second.offered()).toBe(2);
    });

    test("are not offered though requests failed", async () => {
      const { come, write, clock, ben } = await anaInside();
      const tab = await come();
      ben.setOffline(true);
      await clock.advance(LONG);
      expect(tab.state()).toBe("reconnecting");
      await write("uno");
      ben.setOffline(false);
      await clock.advance(LONG);
      expect(tab.state()).toBe("connected");
      expect(tab.offered()).toBe(0);
    });

    test("count as missed when they fill an outage", async () => {
      const { come, write, clock, ben } = await anaInside();
      const tab = await come();
      tab.realtime.cut();
      await write("uno", "dos");
      // The heartbeat still works, and fetches both.
      await clock.advance(LONG);
      expect(tab.timeline.getSnapshot().lines).toHaveLength(2);
      tab.realtime.heal();
      await clock.advance(20_000);
      expect([tab.state(), tab.offered()]).toEqual(["connected", 2]);
      await tab.goAway();
      expect((await come(ben, tab.storage)).offered()).toBe(2);
    });
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
    await clock.advance(LONG);
    await ben.online();
    await clock.advance(20_000);
    expect(ben.offered()).toBe(0);
  });

  test("never offers a dismissed absence again", async () => {
    const { come, write, clock, ben } = await anaInside();
    await write("uno", "dos");
    const late = await come();
    late.gaps.dismiss();
    expect(late.offered()).toBe(0);
    await clock.advance(LONG);
    expect(late.offered()).toBe(0);
    await late.goAway();
    await clock.advance(LONG);
    const again = await come(ben, late.storage);
    expect(again.offered()).toBe(0);
    await again.goAway();
    await write("tres");
    await clock.advance(LONG);
    expect((await come(ben, late.storage)).offered()).toBe(1);
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
    soon.gaps.dismiss();
    await soon.goAway();
    await write("cinco", "seis");
    await clock.advance(LONG);
    expect((await come(ben, late.storage)).offered()).toBe(2);
  });

  test("stores what was shown on page unload", async () => {
    const { come, write, clock, ben } = await anaInside();
    const first = await come();
    await write("uno");
    first.gaps.save();
    const storage = fakeStorage();
    // Copy the storage now: an unloaded page stores nothing more.
    storage.setItem("parley.seen", first.storage.getItem("parley.seen") ?? "");
    await first.goAway();
    await clock.advance(LONG);
    await write("dos");
    expect((await come(ben, storage)).offered()).toBe(1);
  });

  test("ignores other users' and unreadable stored values", async () => {
    const { come, write, backend, clock } = await anaInside();
    await write("uno", "dos");
    const ben = await come();
    ben.gaps.dismiss();
    await ben.goAway();
    const cleo = backend.person("Cleo", "fr", "fr");
    expect((await come(cleo, ben.storage)).offered()).toBe(2);

    const broken = fakeStorage();
    for (const key of ben.storage.values.keys()) broken.values.set(key, '{"call":');
    broken.full = true;
    const dan = await come(backend.person("Dan", "en", "en"), broken);
    expect(dan.offered()).toBe(2);
    dan.gaps.dismiss();
    await clock.advance(LONG);
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
    const call = { ...presence, liveFromSeq: () => 1 };
    const timeline = createStore<Pick<TimelineSnapshot, "lines" | "history">>({
      lines: [],
      history: { name: "complete" },
    });
    let slept = 0;
    const now = () => clock.now() + slept;
    const gaps = createAbsenceTracker({
      ...{ call, timeline: { ...timeline, me: ben.userId }, rpc: ben.rpc, storage: fakeStorage },
      clock: { ...clock, now },
    });
    await write("uno");
    timeline.set({ ...timeline.getSnapshot(), lines: backend.lines() });
    await clock.advance(100_000);
    expect(gaps.getSnapshot()).toBeNull();
    await write("dos", "tres");
    slept = 1_800_000;
    // The page receives these lines on waking.
    timeline.set({ ...timeline.getSnapshot(), lines: backend.lines() });
    await clock.advance(1_000);
    expect(gaps.getSnapshot()).toMatchObject({ ranges: [{ upTo: null }], lineCount: 2 });
    await clock.advance(MIN_ABSENCE_MS + 5_000);
    await write("cuatro");
    timeline.set({ ...timeline.getSnapshot(), lines: backend.lines() });
    expect(gaps.getSnapshot()).toMatchObject({ ranges: [{ upTo: backend.lines()[2]?.seq }], lineCount: 2 });
    gaps.close();
  });

  test("offers nothing of an earlier call", async () => {
    const { come, write, clock, backend, anaTab, ben } = await anaInside();
    await write("uno", "dos");
    const late = await come();
    expect(late.offered()).toBe(2);
    await late.goAway();
    await anaTab.call.leave();
    backend.endCall();
    await clock.advance(LONG);
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

  test.each([
    ["with an unread gap", { seen: 5, after: 0 }, 2],
    ["without one", { seen: 5, after: null }, 1],
  ])("reads what an older version stored, %s", async (_name, stored, offered) => {
    const { come, write, backend, ben } = await anaInside();
    await write("uno", "dos");
    const [uno, dos] = backend.lines().map(({ seq }) => seq);
    const storage = fakeStorage();
    const old = { me: ben.userId, call: backend.callId(), at: 0, ...stored, seen: uno };
    storage.setItem("parley.seen", JSON.stringify(old));
    expect(dos).toBeGreaterThan(uno ?? 0);
    expect((await come(ben, storage)).offered()).toBe(offered);
  });

  test("offers nothing in a meeting that keeps nothing", async () => {
    const { come, write, anaTab } = await anaInside();
    await anaTab.lead.updateMeeting({ keep: "nothing" });
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
    const many = LIMITS.historyPage + 10;
    await write(...Array.from({ length: many }, (_, at) => `línea ${at}`));
    ben.failNext("missed_lines", "network/timeout");
    const late = await come();
    expect(late.offered()).toBe(0);
    await clock.advance(6_000);
    expect(late.offered()).toBe(many);

    const cleo = backend.person("Cleo", "fr", "fr");
    cleo.failNext("missed_lines", "request/not-allowed");
    const refused = await come(cleo);
    await clock.advance(LONG);
    expect(refused.offered()).toBe(0);
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

import { describe, expect, test } from "vitest";
import { anaInside, LONG_ABSENCE_MS } from "../../../tests/fakes/absences.ts";
import { fakeStorage } from "../../../tests/fakes/storage.ts";

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
    await clock.advance(LONG_ABSENCE_MS);
    await write("dos", "tres");
    await tab.online();
    await clock.advance(20_000);
    expect(tab.offered()).toBe(2);
  });

  test("are not offered if they were written while joining", async () => {
    const { come, write, clock, ben } = await anaInside();
    await write("uno");
    const { rpc } = ben;
    const requested = Promise.withResolvers<void>();
    ben.rpc = async (name, args) => {
      if (name === "enter_call") await requested.promise;
      return rpc(name, args);
    };
    const tab = await come();
    expect(tab.state()).toBe("joining");
    await write("dos");
    requested.resolve();
    await clock.advance(10_000);
    expect(tab.sees()).toEqual(["en: uno", "en: dos"]);
    expect(tab.tracker.getSnapshot()).toMatchObject({ ranges: [{ after: 0 }], lineCount: 1 });
  });

  test("are not offered with two absences around them", async () => {
    const { come, write, clock, backend } = await anaInside();
    await write("uno");
    const ben = await come();
    await write("dos", "tres");
    await ben.offline();
    await clock.advance(LONG_ABSENCE_MS);
    await write("cuatro");
    await ben.online();
    await clock.advance(20_000);
    await write("cinco");
    expect(ben.offered()).toBe(2);
    const [uno, , , cuatro] = backend.lines().map(({ seq }) => seq);
    const missed = (seq = 0) =>
      ben.tracker.getSnapshot()?.ranges.some(({ after, upTo }) => seq > after && seq <= (upTo ?? Infinity));
    expect(backend.lines().map(({ seq }) => missed(seq))).toEqual([true, false, false, true, false]);
    expect([missed(uno), missed(cuatro)]).toEqual([true, true]);
  });

  test("are not offered after a reload either", async () => {
    const { come, write, clock, ben } = await anaInside();
    await write("uno");
    const first = await come();
    await write("dos", "tres");
    await first.goAway();
    await clock.advance(LONG_ABSENCE_MS);
    await write("cuatro");
    const second = await come(ben, first.storage);
    expect(second.offered()).toBe(2);
  });

  test("are not offered though requests failed", async () => {
    const { come, write, clock, ben } = await anaInside();
    const tab = await come();
    ben.setOffline(true);
    await clock.advance(LONG_ABSENCE_MS);
    expect(tab.state()).toBe("reconnecting");
    await write("uno");
    ben.setOffline(false);
    await clock.advance(LONG_ABSENCE_MS);
    expect(tab.state()).toBe("connected");
    expect(tab.offered()).toBe(0);
  });

  test("count as missed when they fill an outage", async () => {
    const { come, write, clock, ben } = await anaInside();
    const tab = await come();
    tab.realtime.cut();
    await write("uno", "dos");
    // The heartbeat still works, and fetches both.
    await clock.advance(LONG_ABSENCE_MS);
    expect(tab.timeline.getSnapshot().lines).toHaveLength(2);
    tab.realtime.heal();
    await clock.advance(20_000);
    expect([tab.state(), tab.offered()]).toEqual(["connected", 2]);
    await tab.goAway();
    expect((await come(ben, tab.storage)).offered()).toBe(2);
  });
});

describe("stored absences", () => {
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
});

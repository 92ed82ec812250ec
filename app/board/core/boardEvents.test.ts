import { describe, expect, test, vi } from "vitest";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { createFakeHub } from "../../../tests/fakes/realtime.ts";
import { BATCH_DELAY_MS, createBatch, createBoardEvents, READ_INTERVAL_MS } from "./boardEvents.ts";

const MEETING = "8f7a3c52-4a1d-4f6e-9a51-0e3b9c1d2f40";
const LINE = "1b0f6f0e-7a55-4a53-8a63-0f4f6e8d9c21";

describe("createBoardEvents", () => {
  test("shares one topic between the listeners of a meeting", async () => {
    const hub = createFakeHub();
    const events = createBoardEvents(hub.client());
    const [first, second] = [vi.fn(), vi.fn()];
    const stop = events.listen(MEETING, first);
    const stopSecond = events.listen(MEETING, second);
    await settle();
    first.mockClear();
    hub.broadcast(`board:${MEETING}`, "board_changed", { seq: 3, line_id: LINE, about: null });
    await settle();
    expect(first).toHaveBeenCalledWith({ line_id: LINE, about: null });
    expect(second).toHaveBeenCalledTimes(first.mock.calls.length + 1);
    stop();
    stopSecond();
    hub.broadcast(`board:${MEETING}`, "board_changed", { seq: 4, line_id: LINE, about: null });
    await settle();
    expect(first).toHaveBeenCalledTimes(1);
  });

  test("reports each join, because events may be missing", async () => {
    const hub = createFakeHub();
    const listener = vi.fn();
    createBoardEvents(hub.client()).listen(MEETING, listener);
    await settle();
    expect(listener.mock.calls).toEqual([[null]]);
  });
});

describe("createBatch", () => {
  test("collects values and flushes at intervals", async () => {
    const clock = createFakeClock();
    const flush = vi.fn();
    const batch = createBatch<string>(clock, (values) => flush([...values]));
    batch.add("a");
    batch.add("b");
    batch.add("a");
    await clock.advance(BATCH_DELAY_MS);
    expect(flush.mock.calls).toEqual([[["a", "b"]]]);
    batch.add("c");
    await clock.advance(READ_INTERVAL_MS - 1);
    expect(flush).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    expect(flush).toHaveBeenLastCalledWith(["c"]);
    batch.add("d");
    batch.close();
    expect(clock.pending()).toBe(0);
  });

  test("retries unread values later or with the next ones", async () => {
    const clock = createFakeClock();
    const flush = vi.fn();
    const batch = createBatch<string>(clock, (values) => flush([...values]));
    batch.retry("a");
    await clock.advance(4_999);
    expect(flush).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(flush.mock.calls).toEqual([[["a"]]]);
    batch.retry("b");
    batch.add("c");
    await clock.advance(READ_INTERVAL_MS);
    expect(flush).toHaveBeenLastCalledWith(["b", "c"]);
    expect(clock.pending()).toBe(0);
  });

  test("waits for each read of the last batch", async () => {
    const clock = createFakeClock();
    let reads = 0;
    const batch = createBatch<null>(clock, () => {
      reads += 4;
      batch.count(3);
    });
    for (let event = 0; event < 600; event += 1) {
      batch.add(null);
      await clock.advance(100);
    }
    // Half of 120.
    expect(reads).toBeGreaterThan(40);
    expect(reads).toBeLessThanOrEqual(64);
    batch.close();
  });

  test("waits for no reads after a change of the reader", async () => {
    const clock = createFakeClock();
    const flush = vi.fn();
    const batch = createBatch<string>(clock, (values) => flush([...values]));
    batch.add("a");
    await clock.advance(BATCH_DELAY_MS);
    batch.count(30);
    batch.add("b");
    batch.addOwn("c");
    await clock.advance(BATCH_DELAY_MS);
    expect(flush).toHaveBeenLastCalledWith(["b", "c"]);
  });
});

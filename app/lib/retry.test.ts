import { describe, expect, test, vi } from "vitest";
import type { Failure, Result } from "#contracts/errors.ts";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { createBackoff, retry } from "./retry.ts";

const TIMEOUT: Failure = { code: "network/timeout" };
const failed: Result<string> = { ok: false, error: TIMEOUT };
const done: Result<string> = { ok: true, value: "done" };
const isTransient = ({ code }: Failure) => code === "network/timeout";

describe("createBackoff", () => {
  test("delays grow, the last repeats, and a success resets them", async () => {
    const clock = createFakeClock();
    const backoff = createBackoff(clock, [100, 300]);
    const attempt = vi.fn();
    for (const [delayMs, calls] of [
      [100, 1],
      [300, 2],
      [300, 3],
    ] as const) {
      backoff.schedule(attempt);
      await clock.advance(delayMs - 1);
      expect(attempt).toHaveBeenCalledTimes(calls - 1);
      await clock.advance(1);
      expect(attempt).toHaveBeenCalledTimes(calls);
    }
    backoff.reset();
    backoff.schedule(attempt);
    await clock.advance(100);
    expect(attempt).toHaveBeenCalledTimes(4);
  });

  test("keeps one attempt, and cancel drops it", async () => {
    const clock = createFakeClock();
    const backoff = createBackoff(clock, [100]);
    const [first, second] = [vi.fn(), vi.fn()];
    backoff.schedule(first);
    backoff.schedule(second);
    await clock.advance(100);
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledTimes(1);
    backoff.schedule(second);
    backoff.cancel();
    await clock.advance(1_000);
    expect(second).toHaveBeenCalledTimes(1);
  });
});

describe("retry", () => {
  test("repeats transient failures until one attempt succeeds", async () => {
    const clock = createFakeClock();
    const results = [failed, failed, done];
    const outcome = retry(async () => results.shift() ?? failed, { clock, delaysMs: [100, 300], isTransient });
    await clock.advance(100);
    await clock.advance(300);
    expect(await outcome).toEqual(done);
  });

  test("returns a final failure and the last of many", async () => {
    const clock = createFakeClock();
    const ended: Result<string> = { ok: false, error: { code: "meeting/ended" } };
    expect(await retry(async () => ended, { clock, delaysMs: [100], isTransient })).toEqual(ended);
    const attempt = vi.fn(async () => failed);
    const outcome = retry(attempt, { clock, delaysMs: [100], isTransient });
    await clock.advance(100);
    expect(await outcome).toEqual(failed);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  test("stops when the signal aborts", async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const attempt = vi.fn(async () => failed);
    const outcome = retry(attempt, { clock, delaysMs: [100], isTransient, signal: controller.signal });
    await clock.advance(50);
    controller.abort();
    expect(await outcome).toEqual(failed);
    await clock.advance(1_000);
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});

import { expect, test } from "vitest";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { createThrottle } from "./throttle.ts";

test("runs at once, then once for each interval", async () => {
  const clock = createFakeClock();
  const runs: number[] = [];
  const throttle = createThrottle(clock, 500, () => runs.push(clock.now()));
  const start = clock.now();
  for (let at = 0; at < 10; at += 1) {
    throttle.request();
    await clock.advance(100);
  }
  await clock.advance(1_000);
  expect(runs.map((at) => at - start)).toEqual([0, 500, 1_000]);
  throttle.request();
  expect(runs).toHaveLength(4);
});

test("runs no more once it is cancelled", async () => {
  const clock = createFakeClock();
  let runs = 0;
  const throttle = createThrottle(clock, 500, () => {
    runs += 1;
  });
  throttle.request();
  throttle.request();
  throttle.cancel();
  await clock.advance(1_000);
  expect(runs).toBe(1);
});

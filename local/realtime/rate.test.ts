import { describe, expect, test } from "vitest";
import { LIMITS } from "./limits.ts";
import { Rate } from "./rate.ts";

const perTick = (eachSecond: number) => (eachSecond * LIMITS.rateTickMs) / 1000;

describe("a rate", () => {
  test("tolerates a burst within the average of a minute", () => {
    let exceededCount = 0;
    const rate = new Rate(100, () => (exceededCount += 1));
    for (let tick = 0; tick < LIMITS.rateTicks; tick += 1) rate.tick();
    rate.add(perTick(1_100));
    rate.tick();
    expect(rate.exceeded).toBe(false);
    rate.add(perTick(100));
    rate.tick();
    expect(rate.exceeded).toBe(true);
    rate.tick();
    expect(exceededCount).toBe(1);
  });

  test("averages a new counter over its own lifetime", () => {
    const rate = new Rate(100, () => {});
    rate.add(perTick(200) - 1);
    rate.tick();
    expect(rate.exceeded).toBe(false);
    rate.add(perTick(100) + 1);
    rate.tick();
    expect(rate.exceeded).toBe(true);
  });

  test("recovers once the average is below the limit", () => {
    const rate = new Rate(100, () => {});
    rate.add(perTick(300));
    rate.tick();
    expect(rate.exceeded).toBe(true);
    rate.tick();
    expect(rate.exceeded).toBe(true);
    rate.tick();
    expect(rate.exceeded).toBe(false);
  });

  test("has room up to the limit", () => {
    const rate = new Rate(100, () => {});
    rate.add(perTick(120));
    rate.tick();
    expect(rate.hasRoomFor(40)).toBe(true);
    expect(rate.hasRoomFor(41)).toBe(false);
  });
});

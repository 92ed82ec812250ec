import { expect, test } from "vitest";
import { LIMITS } from "./limits.ts";
import { Rate } from "./rate.ts";

const perTick = (eachSecond: number) => (eachSecond * LIMITS.rateTick) / 1000;

test("a burst alone exceeds nothing: the average of a minute counts", () => {
  let told = 0;
  const rate = new Rate(100, () => (told += 1));
  for (let tick = 0; tick < LIMITS.rateTicks; tick += 1) rate.judge();
  rate.add(perTick(1_100));
  rate.judge();
  expect(rate.exceeded).toBe(false);
  rate.add(perTick(100));
  rate.judge();
  expect(rate.exceeded).toBe(true);
  rate.judge();
  expect(told).toBe(1);
});

test("a young counter averages over its own life, and the limit itself is too much", () => {
  const rate = new Rate(100, () => {});
  rate.add(perTick(200) - 1);
  rate.judge();
  expect(rate.exceeded).toBe(false);
  rate.add(perTick(100) + 1);
  rate.judge();
  expect(rate.exceeded).toBe(true);
});

test("it ends as soon as the minute's average is below the limit", () => {
  const rate = new Rate(100, () => {});
  rate.add(perTick(300));
  rate.judge();
  expect(rate.exceeded).toBe(true);
  rate.judge();
  expect(rate.exceeded).toBe(true);
  rate.judge();
  expect(rate.exceeded).toBe(false);
});

test("has room for what stays within the limit", () => {
  const rate = new Rate(100, () => {});
  rate.add(perTick(120));
  rate.judge();
  expect(rate.hasRoomFor(40)).toBe(true);
  expect(rate.hasRoomFor(41)).toBe(false);
});

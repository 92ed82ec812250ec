import { expect, test } from "vitest";
import { callTime, parseCallTime } from "./callTime.ts";

test.each([
  [0, "0:00"],
  [440_999, "7:20"],
  [3_723_000, "1:02:03"],
  [-5_000, "0:00"],
])("%i milliseconds are %s", (after, shown) => {
  expect(callTime(1_000, 1_000 + after)).toBe(shown);
});

test.each([
  ["7:20", 440],
  [" 1:02:03 ", 3723],
  ["75:00", 4500],
  ["7:60", null],
  ["720", null],
  ["at 7:20", null],
])("reads %j as %s seconds", (typed, seconds) => {
  expect(parseCallTime(typed)).toBe(seconds);
});

import { expect, test } from "vitest";
import { wholePercents } from "./wholePercents.ts";

test.each([
  // Rounding each of these gives 102.
  [
    [15, 15, 5, 5],
    [38, 38, 12, 12],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [2, 1],
    [67, 33],
  ],
  [
    [1, 0],
    [100, 0],
  ],
  [
    [0.1, 0.2, 0.3],
    [17, 33, 50],
  ],
  [[7], [100]],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])("wholePercents(%j) is %j", (values, percents) => {
  expect(wholePercents(values)).toEqual(percents);
});

test("the percents of many values add up to 100", () => {
  for (let count = 1; count <= 60; count += 1) {
    const values = Array.from({ length: count }, (_, index) => (index * 7919) % 31);
    const sum = wholePercents(values).reduce((total, percent) => total + percent, 0);
    expect(sum).toBe(values.some((value) => value > 0) ? 100 : 0);
  }
});

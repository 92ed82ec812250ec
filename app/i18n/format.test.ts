import { expect, test } from "vitest";
import { makeFormat } from "./format.ts";

test.each([
  [0, "00:00"],
  [-5, "00:00"],
  [1_122_000, "18:42"],
  [3_723_999, "1:02:03"],
])("%i ms lasts %s", (milliseconds, shown) => {
  expect(makeFormat("en").duration(milliseconds)).toBe(shown);
});

test("a language has its name in the page's locale", () => {
  expect(makeFormat("en").languageName("es")).toBe("Spanish");
  expect(makeFormat("es").languageName("es")).toBe("español");
});

test("a list comes in parts, items by index", () => {
  expect(makeFormat("es").listParts(3, "sentence")).toEqual([0, ", ", 1, " y ", 2]);
  expect(makeFormat("en").listParts(2, "enumeration")).toEqual([0, ", ", 1]);
  expect(makeFormat("en").listParts(0, "sentence")).toEqual([]);
});

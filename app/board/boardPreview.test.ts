import { expect, test } from "vitest";
import { averageColour } from "./boardPreview.ts";

test("returns the average colour of a thumbhash", () => {
  expect(averageColour("3OcRJYB4d3h/iIeHeEh3eIhw+j3A")).toMatch(/^rgb\(\d+ \d+ \d+\)$/u);
});

test.each(["AAAAAAAAA", "?", "\u0161"])("returns null for the hash %s", (hash) => {
  expect(averageColour(hash)).toBeNull();
});

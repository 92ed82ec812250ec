import { expect, test } from "vitest";
import { transcriptLine } from "../../../tests/fakes/transcriptLine.ts";
import { firstLines } from "./firstLines.ts";

const linesOf = (text: string) => Array.from({ length: 100 }, (_, at) => transcriptLine(at + 1, { text }));

test("the HTML has sixty short lines, or fewer long ones", () => {
  expect(firstLines(linesOf("hola"))).toHaveLength(60);
  const long = firstLines(linesOf("<".repeat(4_000)));
  expect(long.length).toBeGreaterThan(10);
  expect(JSON.stringify(long).length).toBeLessThan(70_000);
  expect(firstLines(linesOf("x".repeat(100_000)))).toHaveLength(1);
  expect(firstLines([])).toEqual([]);
});

import { expect, test } from "vitest";
import { countDeno, withExit } from "./testResults.ts";

test("deno's closing line, with steps and colours left out", () => {
  const lines = ["running 3 tests", "ok | 12 passed (3 steps) | 0 failed | 1 ignored (0.2s)", ""];
  expect(countDeno(lines)).toEqual({ passed: 12, failed: 0, skipped: 1 });
  expect(countDeno(["FAILED | 1 passed | 2 failed (8ms)"])).toEqual({ passed: 1, failed: 2, skipped: 0 });
});

test("a runner that crashed is never a success", () => {
  expect(withExit(countDeno(["error: Module not found"]), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

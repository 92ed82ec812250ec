import { describe, expect, test } from "vitest";
import { countDeno, withExit } from "./testResults.ts";

describe("countDeno", () => {
  test("reads the closing line without steps and colours", () => {
    const lines = ["running 3 tests", "ok | 12 passed (3 steps) | 0 failed | 1 ignored (0.2s)", ""];
    expect(countDeno(lines)).toEqual({ passed: 12, failed: 0, skipped: 1 });
    expect(countDeno(["FAILED | 1 passed | 2 failed (8ms)"])).toEqual({ passed: 1, failed: 2, skipped: 0 });
  });
});

describe("withExit", () => {
  test("counts a crashed runner as a failure", () => {
    expect(withExit(countDeno(["error: Module not found"]), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

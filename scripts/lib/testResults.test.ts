import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { countDeno, countPlaywright, countScript, countVitest, withExit } from "./testResults.ts";

async function writeReport(report: unknown): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "parley-report-")), "report.json");
  await writeFile(file, JSON.stringify(report));
  return file;
}

describe("countDeno", () => {
  test("reads the closing line without steps and colours", () => {
    const lines = ["running 3 tests", "ok | 12 passed (3 steps) | 0 failed | 1 ignored (0.2s)", ""];
    expect(countDeno(lines)).toEqual({ passed: 12, failed: 0, skipped: 1, failures: [] });
  });

  test("names the failed tests", () => {
    const name = "refuses a login => ./supabase/functions/a_test.ts:3:6";
    const lines = [
      "running 3 tests",
      "\u001b[41m FAILURES \u001b[0m",
      "",
      name,
      "",
      "FAILED | 1 passed | 2 failed (8ms)",
    ];
    expect(countDeno(lines)).toEqual({ passed: 1, failed: 2, skipped: 0, failures: [name] });
  });
});

describe("countVitest", () => {
  test("names failed tests and files that cannot be loaded", async () => {
    const failed = { status: "failed", fullName: "adds two", failureMessages: ["expected 3\nat line 4"] };
    const passed = { status: "passed", fullName: "adds", failureMessages: [] };
    const report = await writeReport({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 2,
      testResults: [
        { name: "a.test.ts", status: "failed", message: "", assertionResults: [passed, failed] },
        { name: "b.test.ts", status: "failed", message: "No such module", assertionResults: [] },
        { name: "c.test.ts", status: "passed", message: "", assertionResults: [] },
      ],
    });
    expect(await countVitest(report)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
      failures: ["a.test.ts: adds two\nexpected 3\nat line 4", "b.test.ts: the file itself\nNo such module"],
    });
  });
});

describe("countPlaywright", () => {
  test("names failed and flaky tests of nested suites", async () => {
    const spec = (title: string, status: string, ...errors: string[]) => ({
      file: "board.spec.ts",
      title,
      tests: [{ status, results: [...errors.map((message) => ({ error: { message } })), {}] }],
    });
    const report = await writeReport({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          specs: [spec("shows a card", "expected")],
          suites: [{ specs: [spec("drops", "unexpected", "\u001b[31mtimeout"), spec("sorts", "flaky", "late")] }],
        },
      ],
    });
    expect(await countPlaywright(report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      flaky: 1,
      failures: ["board.spec.ts: drops\ntimeout", "board.spec.ts: sorts (flaky)\nlate"],
    });
  });
});

describe("withExit", () => {
  test("counts a crashed runner as a failure", () => {
    expect(withExit(countDeno(["error: Module not found"]), 1)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [],
    });
  });
});

describe("countScript", () => {
  test("counts a failed script with its last lines", () => {
    const output = ["board: 84.2 s", "board failed: Error: No result after 5 minutes", "Failed: board."];
    expect(countScript(output, 1)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: [output.join("\n")] });
    expect(countScript(output, 0).failed).toBe(0);
  });
});

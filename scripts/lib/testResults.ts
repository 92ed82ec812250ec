/** The counts of a test runner. */
import { readFile } from "node:fs/promises";
import * as z from "zod";

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

export const NO_TESTS: TestCount = { passed: 0, failed: 0, skipped: 0 };

/** Counts one failure for a runner that failed without a failed test: it crashed or found no tests. */
export const withExit = (count: TestCount, code: number): TestCount =>
  code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;

export const addCounts = (a: TestCount, b: TestCount): TestCount => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

const vitest = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

const playwright = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));

/** Reads vitest's JSON report. A missing report counts nothing. */
export async function countVitest(file: string): Promise<TestCount> {
  const report = vitest.safeParse(await readJson(file).catch(() => null));
  if (!report.success) return NO_TESTS;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report.data;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

/** Reads Playwright's JSON report. `flaky` is the number of tests that passed only on retry. */
export async function countPlaywright(file: string): Promise<TestCount & { flaky: number }> {
  const report = playwright.safeParse(await readJson(file).catch(() => null));
  if (!report.success) return { ...NO_TESTS, flaky: 0 };
  const { expected, unexpected, flaky, skipped } = report.data.stats;
  return { passed: expected + flaky, failed: unexpected, skipped, flaky };
}

/** Reads the closing line of `deno test`: `ok | 12 passed (3 steps) | 0 failed | 1 ignored (0.2s)`. */
export function countDeno(lines: readonly string[]): TestCount {
  const closing = lines.findLast((line) => /\| \d+ passed/u.test(line)) ?? "";
  const number = (word: string) => Number(new RegExp(`(\\d+) ${word}`, "u").exec(closing)?.[1] ?? 0);
  return { passed: number("passed"), failed: number("failed"), skipped: number("ignored") };
}

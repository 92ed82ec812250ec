/** The counts of a test runner, and the tests that failed. */
import { readFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod";

export interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed and flaky tests, each with its file and the start of its error. */
  failures: readonly string[];
}

export const NO_TESTS: TestCount = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** Counts one failure for a runner that failed without a failed test: it crashed or found no tests. */
export const withExit = (count: TestCount, code: number): TestCount =>
  code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;

/** The last lines of a script name its failures. */
const SCRIPT_LINES = 20;

/** Counts one failure for a script that failed, with its last lines. */
export const countScript = (output: readonly string[], code: number): TestCount =>
  code === 0 ? NO_TESTS : { ...NO_TESTS, failed: 1, failures: [output.slice(-SCRIPT_LINES).join("\n")] };

export const addCounts = (a: TestCount, b: TestCount): TestCount => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
});

const ERROR_CHARS = 600;
const describeFailure = (file: string, test: string, error = "") =>
  `${file}: ${test}\n${stripVTControlCharacters(error).slice(0, ERROR_CHARS)}`.trimEnd();

const vitest = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().default("") }).optional() })),
    }),
  ),
});
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwright = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  suites: z.array(playwrightSuite),
});

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));

/** Reads vitest's JSON report. A missing report counts nothing. */
export async function countVitest(file: string): Promise<TestCount> {
  const report = vitest.safeParse(await readJson(file).catch(() => null));
  if (!report.success) return NO_TESTS;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report.data;
  const failures = testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      // A file that cannot be loaded has no test that failed.
      if (failed.length === 0) return describeFailure(name, "the file itself", message);
      return failed.map((test) => describeFailure(name, test.fullName, test.failureMessages[0]));
    });
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures };
}

const specsOf = ({ specs, suites }: PlaywrightSuite): PlaywrightSuite["specs"] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** Reads Playwright's JSON report. `flaky` is the number of tests that passed only on retry. */
export async function countPlaywright(file: string): Promise<TestCount & { flaky: number }> {
  const report = playwright.safeParse(await readJson(file).catch(() => null));
  if (!report.success) return { ...NO_TESTS, flaky: 0 };
  const { expected, unexpected, flaky, skipped } = report.data.stats;
  const failures = report.data.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => {
        const test = status === "flaky" ? `${spec.title} (flaky)` : spec.title;
        return describeFailure(spec.file, test, results.find(({ error }) => error)?.error?.message);
      }),
  );
  return { passed: expected + flaky, failed: unexpected, skipped, failures, flaky };
}

/** Reads what `deno test` prints at its end: `ok | 12 passed (3 steps) | 0 failed | 1 ignored (0.2s)`, after the failures. */
export function countDeno(output: readonly string[]): TestCount {
  const lines = output.map(stripVTControlCharacters);
  const closing = lines.findLast((line) => /\| \d+ passed/u.test(line)) ?? "";
  const number = (word: string) => Number(new RegExp(`(\\d+) ${word}`, "u").exec(closing)?.[1] ?? 0);
  // Deno repeats the names of failed tests, without their errors, below this title.
  const title = lines.lastIndexOf(" FAILURES ");
  const failures = title < 0 ? [] : lines.slice(title + 1).filter((line) => line.includes(" => "));
  return { passed: number("passed"), failed: number("failed"), skipped: number("ignored"), failures };
}

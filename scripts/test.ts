/**
 * `npm test`: all kinds of tests, and a closing line with their sum. On Debian it fetches Apertium and pocketsphinx, and as
 * root installs what else the tests need beyond npm. It names what it could not run. In CI nothing is skipped.
 * `npm test -- <kind> [filter …]` runs one kind, like `npm run test:unit`. `long` is not part of `npm test`.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { startApertium } from "./lib/apertium.ts";
import { compileMessages } from "./lib/build.ts";
import { killOnExit, runCommand } from "./lib/childProcesses.ts";
import { bin, PATH, ROOT } from "./lib/paths.ts";
import { missingForTests, setUpTests } from "./lib/testRequirements.ts";
import {
  addCounts,
  countDeno,
  countPlaywright,
  countScript,
  countVitest,
  NO_TESTS,
  type TestCount,
  withExit,
} from "./lib/testResults.ts";

const reports = join(ROOT, "test-results");
const inCi = process.env.CI === "true";
const print = (line: string) => console.log(line);
const env = { PATH, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", NODE_OPTIONS: "--disable-warning=ExperimentalWarning" };

type Kind = (filters: readonly string[]) => Promise<TestCount>;

/** A kind without test counts of its own: a script that succeeds or fails. */
const script =
  (...command: readonly string[]): Kind =>
  async (filters) => {
    const output: string[] = [];
    const onLine = (line: string) => {
      output.push(line);
      print(line);
    };
    const code = await runCommand(bin("node"), [...command, ...filters], { cwd: ROOT, env, onLine });
    return countScript(output, code);
  };

/** A project of vitest.config.ts. */
const vitest =
  (project: string): Kind =>
  async (filters) => {
    const report = join(reports, `vitest-${project}.json`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const args = ["run", `--project=${project}`, ...reporters, ...filters];
    const code = await runCommand(bin("vitest"), args, { cwd: ROOT, env, onLine: print });
    return withExit(await countVitest(report), code);
  };

const functions: Kind = async (filters) => {
  const output: string[] = [];
  const onLine = (line: string) => {
    output.push(line);
    print(line);
  };
  const permissions = ["--allow-net=127.0.0.1", "--allow-env", "--allow-read"];
  const args = ["test", "--no-check", ...permissions, "supabase/functions", ...filters];
  // One test uses the real Apertium if it is installed.
  const apertium = await startApertium();
  const address: Record<string, string> = apertium ? { APERTIUM_URL: apertium.url } : {};
  const code = await runCommand(bin("deno"), args, { cwd: ROOT, env: { ...env, ...address }, onLine });
  await apertium?.close();
  return withExit(countDeno(output), code);
};

const playwright =
  (options: readonly string[] = [], variables: Record<string, string> = {}): Kind =>
  async (filters) => {
    const report = join(reports, "playwright.json");
    const code = await runCommand(bin("playwright"), ["test", "--reporter=list,json", ...options, ...filters], {
      cwd: ROOT,
      // Playwright sets FORCE_COLOR for its workers, and Node warns of NO_COLOR beside it.
      env: {
        ...variables,
        ...{ PATH, FORCE_COLOR: "0", NODE_OPTIONS: env.NODE_OPTIONS, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      },
      onLine: print,
    });
    const { flaky, ...count } = await countPlaywright(report);
    if (flaky > 0) print(`\n${flaky} passed only on retry and are listed above as flaky. Each is a race to be found.`);
    return withExit(count, code);
  };

const KINDS = {
  check: script("scripts/check.ts"),
  unit: vitest("unit"),
  db: vitest("db"),
  functions,
  e2e: playwright(),
  bench: script("bench/run.ts", "--smoke"),
  /** All end-to-end tests, also those that CI has no time for. */
  long: playwright([], { PARLEY_LONG: "true" }),
} satisfies Record<string, Kind>;
type KindName = keyof typeof KINDS;

const ALL: readonly KindName[] = ["check", "unit", "db", "functions", "e2e", "bench"];
/** Kinds that need browsers, engines and the recogniser. */
const NEEDS_SETUP: readonly KindName[] = ["e2e", "bench", "long"];
const isKind = (word: string): word is KindName => Object.hasOwn(KINDS, word);

killOnExit(async () => {});
const [first = "", ...filters] = process.argv.slice(2);
if (first !== "" && !isKind(first)) {
  console.error(`There is no kind of test named "${first}": ${Object.keys(KINDS).join(", ")}.`);
  process.exit(2);
}

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
await compileMessages();
await setUpTests();
const missing = await missingForTests();
if (missing.length > 0 && inCi) {
  console.error(`Missing in CI, where nothing is skipped: ${missing.join(", ")}.`);
  process.exit(1);
}

const kinds = isKind(first) ? [first] : ALL;
const skipped = missing.length > 0 ? kinds.filter((kind) => NEEDS_SETUP.includes(kind)) : [];
let sum = NO_TESTS;
const failed: string[] = [];
for (const kind of kinds) {
  if (skipped.includes(kind)) continue;
  print(`\n— ${kind}`);
  const startedAt = performance.now();
  const count = await KINDS[kind](filters);
  print(`${kind}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  if (count.failed > 0) failed.push(kind);
  sum = addCounts(sum, count);
}
// The failures themselves may be thousands of lines above.
for (const failure of sum.failures) print(`\n${failure}`);
if (failed.length > 0) print(`\nFailed: ${failed.join(", ")}.`);
if (skipped.length > 0)
  print(
    `\nNot run: ${skipped.join(", ")}. Missing: ${missing.join(", ")}. \`npm run setup:test\` explains how to get them.`,
  );
if (inCi && sum.skipped > 0) {
  print("\nIn CI no test may be skipped.");
  process.exitCode = 1;
}
if (sum.failed > 0) process.exitCode = 1;
print(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);

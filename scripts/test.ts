/**
 * `npm test`: every kind of test, and one closing line that sums them. What is needed beyond npm is found, or installed
 * where we may; what cannot run elsewhere is named in one line. In CI nothing is skipped.
 * `npm test -- unit|functions|e2e|check [filter …]` runs one kind.
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

const check: Kind = async () => {
  const code = await runCommand(bin("node"), ["scripts/check.ts"], { cwd: ROOT, env, onLine: print });
  return code === 0 ? NO_TESTS : { ...NO_TESTS, failed: 1 };
};

const unit: Kind = async (filters) => {
  const report = join(reports, "vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters];
  const code = await runCommand(bin("vitest"), args, { cwd: ROOT, env, onLine: print });
  return withExit(await countVitest(report), code);
};

const functions: Kind = async (filters) => {
  const said: string[] = [];
  const onLine = (line: string) => {
    said.push(line);
    print(line);
  };
  const args = [
    "test",
    "--no-check",
    "--allow-net=127.0.0.1",
    "--allow-env",
    "--allow-read",
    "supabase/functions",
    ...filters,
  ];
  // One test asks the real Apertium, where there is one.
  const apertium = await startApertium();
  const address: Record<string, string> = apertium ? { APERTIUM_URL: apertium.url } : {};
  const code = await runCommand(bin("deno"), args, { cwd: ROOT, env: { ...env, ...address }, onLine });
  await apertium?.close();
  return withExit(countDeno(said), code);
};

const e2e: Kind = async (filters) => {
  const report = join(reports, "playwright.json");
  const code = await runCommand(bin("playwright"), ["test", "--reporter=list,json", ...filters], {
    cwd: ROOT,
    // Playwright sets the one for its workers, and Node warns of both.
    env: { PATH, FORCE_COLOR: "0", NODE_OPTIONS: env.NODE_OPTIONS, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    onLine: print,
  });
  const { flaky, ...count } = await countPlaywright(report);
  if (flaky > 0) print(`\n${flaky} passed only on a second try: named above as flaky. Each is a race to be found.`);
  return withExit(count, code);
};

const KINDS = { check, unit, functions, e2e } satisfies Record<string, Kind>;
const isKind = (word: string): word is keyof typeof KINDS => Object.hasOwn(KINDS, word);

killOnExit(async () => {});
const [first = "", ...rest] = process.argv.slice(2);
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

const kinds = isKind(first) ? [first] : (["check", "unit", "functions", "e2e"] as const);
let sum = NO_TESTS;
const broken: string[] = [];
for (const kind of kinds) {
  if (kind === "e2e" && missing.length > 0) continue;
  print(`\n— ${kind}`);
  const count = await KINDS[kind](rest);
  if (count.failed > 0) broken.push(kind);
  sum = addCounts(sum, count);
}
// What failed may stand thousands of lines above.
if (broken.length > 0) print(`\nFailed above: ${broken.join(", ")}.`);
if (missing.length > 0)
  print(
    `\nNot run: the end-to-end tests, for want of ${missing.join(", ")}. \`npm run setup:test\` tells how to get them.`,
  );
if (inCi && sum.skipped > 0) {
  print("\nIn CI nothing may be skipped.");
  process.exitCode = 1;
}
if (sum.failed > 0) process.exitCode = 1;
print(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);

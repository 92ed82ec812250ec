/**
 * `npm run bench`: measures, and prints each value beside its bar. A value beyond its bar does not fail the run; a measure
 * that throws, hangs or has no samples does (exit code 1).
 * `npm run bench -- <name …>` takes only the named measures; `--smoke` takes each once, in seconds and without bars.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { killOnExit } from "../scripts/lib/childProcesses.ts";
import { type App, buildForTests } from "../tests/support/app.ts";
import { measureAbuse } from "./abuse.ts";
import { startMeasuredApp } from "./app.ts";
import { measureBoard } from "./board.ts";
import { measureCall } from "./call.ts";
import { measureCaptions } from "./captions.ts";
import { measureDev } from "./dev.ts";
import { measureEngine } from "./engine.ts";
import { measureFiftyParticipants } from "./fifty-participants.ts";
import { measureFourParticipants } from "./four-participants.ts";
import { measureGlossary } from "./glossary.ts";
import { measureHistory } from "./history.ts";
import { measureInsights } from "./insights.ts";
import { measureMembers } from "./members.ts";
import { measureMonth } from "./month.ts";
import { measureJoins } from "./peer-link-joins.ts";
import { measurePlan } from "./plan.ts";
import { measureRealtime } from "./realtime.ts";
import { measureReminders } from "./reminders.ts";
import { measureRender } from "./render.ts";
import { IS_SMOKE, scaled } from "./scale.ts";
import { measureWorker } from "./sizes.ts";
import { measureStack } from "./stack.ts";
import { type Figure, missingSamples, printTable } from "./table.ts";
import { measureTenMinutes } from "./ten-minutes.ts";
import { measureTranscript } from "./transcript.ts";
import { measureUpload } from "./upload.ts";

/** A longer measure waits for a state that never comes. In CI it would use up the time of the whole run. */
const MEASURE_TIMEOUT_MS = scaled(30, 5) * 60_000;

const withDataFolder = async (measure: (data: string) => Promise<Figure[]>): Promise<Figure[]> => {
  const data = await mkdtemp(join(tmpdir(), "parley-bench-"));
  try {
    return await measure(data);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
};

/** Rejects after the time. The process ends with everything that the measure left running. */
const timeout = async (): Promise<never> => {
  await setTimeout(MEASURE_TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`No result after ${MEASURE_TIMEOUT_MS / 60_000} minutes`);
};

let build: Promise<void> | undefined;

const withApp = async (measure: (app: App) => Promise<Figure[]>): Promise<Figure[]> => {
  build ??= buildForTests();
  await build;
  const app = await startMeasuredApp();
  try {
    return await measure(app);
  } finally {
    await app.close();
  }
};

const MEASURES: Record<string, () => Promise<Figure[]>> = {
  dev: () => withDataFolder(measureDev),
  stack: () => withDataFolder(async (data) => [await measureStack(data)]),
  realtime: () => withDataFolder(measureRealtime),
  history: measureHistory,
  members: measureMembers,
  glossary: measureGlossary,
  engine: measureEngine,
  plan: async () => [...(await measurePlan()), ...(await measureMonth())],
  reminders: measureReminders,
  "fifty-participants": () => withDataFolder(measureFiftyParticipants),
  "peer-link-joins": measureJoins,
  upload: () => withDataFolder(measureUpload),

  abuse: () => withApp(measureAbuse),
  call: () => withApp(measureCall),
  "four-participants": () => withApp(measureFourParticipants),
  captions: () => withApp(measureCaptions),
  "ten-minutes": () => withApp(measureTenMinutes),
  transcript: () => withApp(measureTranscript),
  insights: () => withApp(measureInsights),
  board: () => withApp(measureBoard),
  render: () => withApp(async (app) => [...(await measureRender(app)), await measureWorker()]),
};

killOnExit(async () => {});
const names: readonly string[] = process.argv.slice(2).filter((argument: string) => argument !== "--smoke");
const unknown = names.find((name) => MEASURES[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no measure named "${unknown}": ${Object.keys(MEASURES).join(", ")}.`);
  process.exit(2);
}

const figures: Figure[] = [];
const failures: string[] = [];
for (const [name, measure] of Object.entries(MEASURES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const startedAt = performance.now();
  try {
    const measured = await Promise.race([measure(), timeout()]);
    const missing = missingSamples(measured);
    if (missing !== null) throw new Error(missing);
    figures.push(...measured);
  } catch (error) {
    failures.push(name);
    console.error(`${name} failed:`, error);
  }
  if (IS_SMOKE) console.log(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
if (figures.length > 0) printTable(figures, { withBars: !IS_SMOKE });
if (failures.length > 0) console.error(`Failed: ${failures.join(", ")}.`);
process.exit(failures.length === 0 ? 0 : 1);

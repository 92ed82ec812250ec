/**
 * `npm run bench`: measures, and prints each value beside its bar. It never fails because of a number: look at it.
 * `npm run bench -- dev|stack|realtime|history|glossary|many|joins|call|four|captions|ten|transcript|render …` measures only what is named.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killOnExit } from "../scripts/lib/childProcesses.ts";
import { type App, buildForTests } from "../tests/support/app.ts";
import { startMeasuredApp } from "./app.ts";
import { measureCall } from "./call.ts";
import { measureCaptions } from "./captions.ts";
import { measureDev } from "./dev.ts";
import { measureFiftyParticipants } from "./fifty-participants.ts";
import { measureFourParticipants } from "./four-participants.ts";
import { measureGlossary } from "./glossary.ts";
import { measureHistory } from "./history.ts";
import { measureJoins } from "./peer-link-joins.ts";
import { measureRealtime } from "./realtime.ts";
import { measureRender } from "./render.ts";
import { measureWorker } from "./sizes.ts";
import { measureStack } from "./stack.ts";
import { type Figure, printTable } from "./table.ts";
import { measureTenMinutes } from "./ten-minutes.ts";
import { measureTranscript } from "./transcript.ts";

const temporary = async (measure: (data: string) => Promise<Figure[]>): Promise<Figure[]> => {
  const data = await mkdtemp(join(tmpdir(), "parley-bench-"));
  const figures = await measure(data);
  await rm(data, { recursive: true, force: true });
  return figures;
};

const withApp = async (measure: (app: App) => Promise<Figure[]>): Promise<Figure[]> => {
  await buildForTests();
  const app = await startMeasuredApp();
  const figures = await measure(app);
  await app.close();
  return figures;
};

const MEASURES: Record<string, () => Promise<Figure[]>> = {
  dev: () => temporary(measureDev),
  stack: () => temporary(async (data) => [await measureStack(data)]),
  realtime: () => temporary(measureRealtime),
  history: measureHistory,
  glossary: measureGlossary,
  many: () => temporary(measureFiftyParticipants),
  joins: measureJoins,
  call: () => withApp(measureCall),
  four: () => withApp(measureFourParticipants),
  captions: () => withApp(measureCaptions),
  ten: () => withApp(measureTenMinutes),
  transcript: () => withApp(measureTranscript),
  render: () => withApp(async (app) => [...(await measureRender(app)), await measureWorker()]),
};

killOnExit(async () => {});
const wanted: readonly string[] = process.argv.slice(2);
const unknown = wanted.find((name) => MEASURES[name] === undefined);
if (unknown !== undefined) {
  console.error(`Nothing is measured under the name "${unknown}": ${Object.keys(MEASURES).join(", ")}.`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(MEASURES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  figures.push(...(await measure()));
}
printTable(figures);
process.exit(0);

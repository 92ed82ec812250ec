/**
 * `npm run dev`: starts the embedded Supabase, the Worker with rebuilding, and translation by Apertium, which it fetches
 * once if the system has none. `-- --fresh` starts with an empty database; `-- --supabase` uses your own project instead;
 * `--no-translate` neither fetches nor starts Apertium; `--speech` fetches a speech recogniser too. `--port`,
 * `--supabase-port` and `--data` run a second instance. `REALTIME_PLAN=pro` applies Pro's limits.
 */
import { watch } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { deleteDataFolder, diskFullMessage, isDiskFullError, prepareDataFolder } from "../local/dataFolder.ts";
import { functionsDotenv } from "../local/functions/config.ts";
import { JOBS_SECRET, PUBLISHABLE_KEY, SECRET_KEY, startStack } from "../local/index.ts";
import { planName } from "../local/realtime/limits.ts";
import { compileMessages } from "./lib/build.ts";
import { isShuttingDown, killOnExit, startChild, stopChildren } from "./lib/childProcesses.ts";
import { startSchedule } from "./lib/devSchedule.ts";
import { prepareStaging, startDevServer } from "./lib/devServer.ts";
import { type DevService, prepareSpeech, prepareTranslation } from "./lib/devServices.ts";
import { FETCHED_FOLDERS } from "./lib/fetchedFolders.ts";
import { bin, PATH, ROOT } from "./lib/paths.ts";
import { portTaken, stablePort } from "./lib/ports.ts";
import { createStatusLine } from "./lib/statusLine.ts";
import { reachProject, readProject, type SupabaseProject } from "./lib/supabaseProject.ts";
import { pickVariables } from "./lib/translationChoices.ts";
import { uploadSamples } from "./lib/uploadSamples.ts";

/** The users of `supabase/seed.sql`, which every new database contains. */
const SEEDED = "tom@, ines@, haruka@, omar@ or camille@parley.example: the codes are in the inbox";

/** Output of wrangler and Remix on every start and every successful request. */
const NOISE =
  /"job":.*"ok":true|\/cdn-cgi\/handler\/scheduled|remix dev|^\s*$|─{8}|wrangler:info\](?! (GET|POST) \S+ 5)|Binding|env\.|Your Worker has access|Using secrets|[Ll]ocal server|⛅️ wrangler/u;

const statusLine = createStatusLine(process.stdout);

/** Prints one sentence and ends all processes with exit code 1. */
async function stop(sentence: string): Promise<never> {
  if (!isShuttingDown() && !stopping) {
    stopping = true;
    statusLine.clear();
    console.error(sentence);
    await Promise.allSettled([closeAll(), stopChildren()]);
    process.exit(1);
  }
  return new Promise(() => {});
}
const stopWith = (error: unknown) => stop(error instanceof Error ? error.message : String(error));
let stopping = false;

const { values } = parseArgs({
  options: {
    fresh: { type: "boolean", default: false },
    supabase: { type: "boolean", default: false },
    "no-translate": { type: "boolean", default: false },
    speech: { type: "boolean", default: false },
    port: { type: "string", default: "8787" },
    "supabase-port": { type: "string", default: "54321" },
    data: { type: "string", default: join(ROOT, ".local") },
  },
});
const data = resolve(values.data);
const port = Number(values.port);
const supabasePort = Number(values["supabase-port"]);
const appUrl = `http://localhost:${port}`;

let closeStack: () => Promise<void> = async () => {};
const services: DevService[] = [];
/** Closes everything that is not a child process. */
const closeAll = () => Promise.allSettled([closeStack(), ...services.map((service) => service.close())]);
killOnExit(async () => void (await closeAll()));

const plan = planName.safeParse(process.env.REALTIME_PLAN ?? "free");
if (!plan.success) await stop("REALTIME_PLAN is free or pro.");
if (values.supabase && values.fresh) await stop("--fresh empties the embedded database, and --supabase uses none.");
for (const [wanted, option] of [
  [supabasePort, "--supabase-port"],
  [port, "--port"],
] as const) {
  if (values.supabase && wanted === supabasePort) continue;
  if (await portTaken(wanted)) {
    await stop(
      `Port ${wanted} is in use: end what listens there (another \`npm run dev\`?), or choose another with ${option}.`,
    );
  }
}
if (values.fresh) await deleteDataFolder(data, FETCHED_FOLDERS).catch(stopWith);
await prepareDataFolder(data).catch(stopWith);

const startedAt = Date.now();
/** The user's own project. Null with the embedded Supabase. */
const ownProject: SupabaseProject | null = values.supabase
  ? await readProject(process.env, ROOT).catch(stopWith)
  : null;
if (ownProject !== null) await reachProject(ownProject).catch(stopWith);
// The app is built while the database starts. It needs only the address of Supabase.
const project: SupabaseProject = ownProject ?? {
  url: `http://127.0.0.1:${supabasePort}`,
  publishableKey: PUBLISHABLE_KEY,
  secretKey: SECRET_KEY,
};
// The build contains the port, so another port would mean another build in each run.
const hmrPort = await stablePort(join(data, "remix-port"));
const remixOrigin = `http://127.0.0.1:${hmrPort}`;
const staging = join(data, "staging");
let isDiskFull = false;
const print = (line: string) => {
  if (isDiskFullError(line) && !isDiskFull) {
    isDiskFull = true;
    console.error(diskFullMessage(data));
  }
  if (!NOISE.test(line)) statusLine.print(line);
};
await prepareStaging(staging).catch(stopWith);
const serving = startDevServer({
  staging,
  serve: join(data, "serve"),
  port,
  data,
  vars: {
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
    SUPABASE_SECRET_KEY: project.secretKey,
    // The schedule of a hosted project is that of its deployed Worker.
    ...(ownProject === null ? { JOBS_SECRET } : {}),
    ICE_SERVERS: "[]",
  },
  remixOrigin,
  log: print,
}).catch(stopWith);
await compileMessages().catch(stopWith);
// Remix insists on running the app's server itself, so it gets a command that does nothing.
const remix = startChild(bin("remix"), ["dev", "--manual", "--port", String(hmrPort), "-c", "true"], {
  cwd: ROOT,
  env: {
    PATH,
    NODE_ENV: "development",
    REMIX_DEV_ORIGIN: remixOrigin,
    PARLEY_BUILD: staging,
  },
  onLine: print,
});
void remix.ended.then(() =>
  stop(isDiskFull ? diskFullMessage(data) : "The build of the app ended: its output above gives the reason."),
);

/** Starts the embedded Supabase, an engine and a recogniser, and returns their rows of the table. */
async function startEmbedded(): Promise<[string, string][]> {
  const variables = { ...(await functionsDotenv(ROOT)), ...process.env };
  const [translation, speech] = await Promise.all([
    prepareTranslation({ variables, line: statusLine, isOff: values["no-translate"] }),
    prepareSpeech({ variables, line: statusLine, isWanted: values.speech }),
  ]);
  services.push(translation, speech);
  const stack = await startStack({
    root: ROOT,
    data,
    port: supabasePort,
    siteUrl: appUrl,
    functionsEnv: {
      ...translation.env,
      ...speech.env,
      ...pickVariables(process.env, ["SUMMARY_URL", "SUMMARY_KEY", "SUMMARY_MODEL"]),
    },
    seed: true,
    realtimePlan: plan.data ?? "free",
    log: statusLine.print,
  });
  closeStack = stack.close;
  void stack.failed.then(stop);
  // Without them the demo workspace lacks a few files, and everything else works.
  if (stack.seeded)
    await uploadSamples({ stack, root: ROOT, data }).catch((error: Error) => statusLine.print(error.message));
  return [
    ["Inbox", stack.inboxUrl],
    ["Sign in as", SEEDED],
    ["Translation", translation.row],
    ["Speech", speech.row],
  ];
}

let isCompiling = false;
let hasChanged = false;

/** Compiles the messages, one run at a time: the watcher reports a file twice, and two runs would overtake each other. */
async function onMessagesChanged(): Promise<void> {
  hasChanged = true;
  if (isCompiling) return;
  isCompiling = true;
  while (hasChanged) {
    hasChanged = false;
    await compileMessages().catch((error: Error) => statusLine.print(error.message));
  }
  isCompiling = false;
}

const rows = ownProject === null ? await startEmbedded().catch(stopWith) : [["Supabase", ownProject.url]];
watch(join(ROOT, "app/i18n/messages"), () => void onMessagesChanged());
const server = await serving;
void server.lost.then(stop);
await server.ready;

const table = [["Parley", appUrl], ...rows].map(([name = "", value]) => `  ${name.padEnd(13)}${value}`);
console.log(`
${table.join("\n")}

  Ready in ${((Date.now() - startedAt) / 1000).toFixed(1)} s. Ctrl-C ends everything.
`);
if (ownProject === null) startSchedule({ appUrl: `http://127.0.0.1:${port}`, log: statusLine.print });
for (const service of services) await service.fetchAndRun();

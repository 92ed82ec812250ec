/**
 * `npm run dev`: starts the embedded Supabase, the Worker with rebuilding, and a translation engine and a speech recogniser
 * if they are installed. `-- --fresh` starts with an empty database; `-- --supabase` uses your own project instead;
 * `--port`, `--supabase-port` and `--data` run a second instance. `REALTIME_PLAN=pro` applies Pro's limits.
 */
import { watch } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { deleteDataFolder, diskFullMessage, isDiskFullError, prepareDataFolder } from "../local/dataFolder.ts";
import { PUBLISHABLE_KEY, SECRET_KEY, startStack } from "../local/index.ts";
import { planName } from "../local/realtime/limits.ts";
import { type Apertium, startApertium } from "./lib/apertium.ts";
import { compileMessages } from "./lib/build.ts";
import { isShuttingDown, killOnExit, startChild, stopChildren } from "./lib/childProcesses.ts";
import { prepareStaging, startDevServer } from "./lib/devServer.ts";
import { bin, PATH, ROOT } from "./lib/paths.ts";
import { type RecogniserServer, startRecogniserServer } from "./lib/pocketsphinx.ts";
import { portTaken, stablePort } from "./lib/ports.ts";
import { reachProject, readProject, type SupabaseProject } from "./lib/supabaseProject.ts";

/** The users of `supabase/seed.sql`, which every new database contains. */
const SEEDED = "tom@, ines@, haruka@, omar@ or camille@parley.example: the codes are in the inbox";

/** Output of wrangler and Remix on every start and every successful request. */
const NOISE =
  /remix dev|^\s*$|─{8}|wrangler:info\](?! (GET|POST) \S+ 5)|Binding|env\.|Your Worker has access|Using secrets|[Ll]ocal server|⛅️ wrangler/u;

/** Prints one sentence and ends all processes with exit code 1. */
async function stop(sentence: string): Promise<never> {
  if (!isShuttingDown() && !stopping) {
    stopping = true;
    console.error(sentence);
    await Promise.allSettled([closeStack(), stopChildren()]);
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
    port: { type: "string", default: "8787" },
    "supabase-port": { type: "string", default: "54321" },
    data: { type: "string", default: join(ROOT, ".local") },
  },
});
const data = resolve(values.data);
const port = Number(values.port);
const supabasePort = Number(values["supabase-port"]);
const appUrl = `http://localhost:${port}`;

/** Closes everything that is not a child process. */
let closeStack: () => Promise<void> = async () => {};
killOnExit(() => closeStack());

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
if (values.fresh) await deleteDataFolder(data).catch(stopWith);
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
  if (!NOISE.test(line)) console.log(line);
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
  const apertium = await startApertium();
  // A configured recogniser takes precedence over pocketsphinx, which recognises only English.
  const recogniser = process.env.TRANSCRIBE_URL ? null : await startRecogniserServer();
  const fromEnv = (...names: string[]): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = process.env[name];
        return value ? [[name, value]] : [];
      }),
    );
  const engines = {
    ...(apertium ? { APERTIUM_URL: apertium.url } : {}),
    ...fromEnv("LIBRETRANSLATE_URL", "LIBRETRANSLATE_API_KEY"),
  };
  const stack = await startStack({
    root: ROOT,
    data,
    port: supabasePort,
    siteUrl: appUrl,
    functionsEnv: {
      TRANSLATE_ENGINES: "apertium,libretranslate",
      ...engines,
      ...(recogniser
        ? { TRANSCRIBE_URL: recogniser.url }
        : fromEnv("TRANSCRIBE_URL", "TRANSCRIBE_KEY", "TRANSCRIBE_MODEL")),
      ...fromEnv("SUMMARY_URL", "SUMMARY_KEY", "SUMMARY_MODEL"),
    },
    seed: true,
    realtimePlan: plan.data ?? "free",
    log: (line) => console.log(line),
  });
  closeStack = async () => {
    await stack.close();
    await recogniser?.close();
  };
  void stack.failed.then(stop);
  return [
    ["Inbox", stack.inboxUrl],
    ["Sign in as", SEEDED],
    ["Translation", describeEngine(apertium)],
    ["Speech", describeRecogniser(recogniser)],
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
    await compileMessages().catch((error: Error) => console.error(error.message));
  }
  isCompiling = false;
}

function describeEngine(apertium: Apertium | null): string {
  if (apertium) return "Apertium (English, Spanish, French, Portuguese, Catalan)";
  const { LIBRETRANSLATE_URL } = process.env;
  if (LIBRETRANSLATE_URL) return `LibreTranslate at ${LIBRETRANSLATE_URL}`;
  return "none yet: `npm run translate:setup`, or set LIBRETRANSLATE_URL";
}

function describeRecogniser(recogniser: RecogniserServer | null): string {
  if (recogniser) return "pocketsphinx (English)";
  const { TRANSCRIBE_URL } = process.env;
  if (TRANSCRIBE_URL) return `by ${TRANSCRIBE_URL}`;
  return "by browsers alone: `npm run setup:test`, or set TRANSCRIBE_URL";
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

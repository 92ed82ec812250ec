/**
 * `npm run dev`: the embedded Supabase, the Worker with rebuilding, a translation engine and a recogniser of speech where one is found.
 * `-- --fresh` starts with an empty database; `-- --supabase` uses a project of your own instead of the embedded one;
 * `--port`, `--supabase-port` and `--data` put a second one beside the first. `REALTIME_PLAN=pro` for Pro's limits.
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

/** Of `supabase/seed.sql`, which a new database gets. Their codes are in the inbox. */
const SEEDED = "tom@, ines@, haruka@, omar@ or camille@parley.example: the codes are in the inbox";

/** What wrangler and Remix say on every start and on every request that went well. */
const NOISE =
  /remix dev|^\s*$|─{8}|wrangler:info\](?! (GET|POST) \S+ 5)|Binding|env\.|Your Worker has access|Using secrets|[Ll]ocal server|⛅️ wrangler/u;

/** Ends with one sentence and exit code 1; nothing of ours keeps running. */
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

/** What runs besides the children. */
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

const began = Date.now();
/** A project of the user's own; null with the embedded one. */
const own: SupabaseProject | null = values.supabase ? await readProject(process.env, ROOT).catch(stopWith) : null;
if (own !== null) await reachProject(own).catch(stopWith);
// The app is built while the database starts: it needs to know only where Supabase will be.
const project: SupabaseProject = own ?? {
  url: `http://127.0.0.1:${supabasePort}`,
  publishableKey: PUBLISHABLE_KEY,
  secretKey: SECRET_KEY,
};
// The build holds it: with another port each run would be another build.
const hmrPort = await stablePort(join(data, "remix-port"));
const remixOrigin = `http://127.0.0.1:${hmrPort}`;
const staging = join(data, "staging");
let isDiskFull = false;
const say = (line: string) => {
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
  log: say,
}).catch(stopWith);
await compileMessages().catch(stopWith);
// Remix wants to run the server of the app itself, and is given nothing to run.
const remix = startChild(bin("remix"), ["dev", "--manual", "--port", String(hmrPort), "-c", "true"], {
  cwd: ROOT,
  env: {
    PATH,
    NODE_ENV: "development",
    REMIX_DEV_ORIGIN: remixOrigin,
    PARLEY_BUILD: staging,
  },
  onLine: say,
});
void remix.ended.then(() =>
  stop(isDiskFull ? diskFullMessage(data) : "The build of the app ended; what it printed above says why."),
);

/** Starts the embedded Supabase, an engine and a recogniser; answers what the table says of them. */
async function startEmbedded(): Promise<[string, string][]> {
  const apertium = await startApertium();
  // One's own comes before the one that knows English alone.
  const recogniser = process.env.TRANSCRIBE_URL ? null : await startRecogniserServer();
  const given = (...names: string[]): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = process.env[name];
        return value ? [[name, value]] : [];
      }),
    );
  const engines = {
    ...(apertium ? { APERTIUM_URL: apertium.url } : {}),
    ...given("LIBRETRANSLATE_URL", "LIBRETRANSLATE_API_KEY"),
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
        : given("TRANSCRIBE_URL", "TRANSCRIBE_KEY", "TRANSCRIBE_MODEL")),
      ...given("SUMMARY_URL", "SUMMARY_KEY", "SUMMARY_MODEL"),
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

let compiling = false;
let changedMeanwhile = false;

/** One compilation at a time: a file that is being written is heard of twice, and two at once would overtake each other. */
async function messagesChanged(): Promise<void> {
  changedMeanwhile = true;
  if (compiling) return;
  compiling = true;
  while (changedMeanwhile) {
    changedMeanwhile = false;
    await compileMessages().catch((error: Error) => console.error(error.message));
  }
  compiling = false;
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

const rows = own === null ? await startEmbedded().catch(stopWith) : [["Supabase", own.url]];
watch(join(ROOT, "app/i18n/messages"), () => void messagesChanged());
const server = await serving;
void server.lost.then(stop);
await server.ready;

const table = [["Parley", appUrl], ...rows].map(([name = "", value]) => `  ${name.padEnd(13)}${value}`);
console.log(`
${table.join("\n")}

  Ready in ${((Date.now() - began) / 1000).toFixed(1)} s. Ctrl-C ends everything.
`);

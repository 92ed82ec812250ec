/**
 * `npm run dev`: the embedded Supabase, the Worker with rebuilding, and a translation engine where one is found.
 * `-- --fresh` starts with an empty database; `--port`, `--supabase-port` and `--data` put a second one beside the first.
 */
import { watch } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { PUBLISHABLE_KEY, SECRET_KEY, startStack } from "../local/index.ts";
import { startApertium } from "./lib/apertium.ts";
import { compileMessages } from "./lib/build.ts";
import { endChildren, endWithUs, startChild } from "./lib/children.ts";
import { bin, PATH, ROOT } from "./lib/paths.ts";
import { freePort, portTaken } from "./lib/ports.ts";
import { WORKER_READY } from "./lib/worker.ts";

/** What wrangler and Remix say on every start and on every request that went well. */
const NOISE =
  /\[REMIX DEV\]|remix dev|^\s*$|─{8}|wrangler:info\](?! (GET|POST) \S+ 5)|Binding|env\.|Your Worker has access|Using secrets|[Ll]ocal server/u;

/** Ends with one sentence and exit code 1; nothing of ours keeps running. */
async function stop(sentence: string): Promise<never> {
  console.error(sentence);
  await endChildren();
  return new Promise(() => process.exit(1));
}

const { values } = parseArgs({
  options: {
    fresh: { type: "boolean", default: false },
    port: { type: "string", default: "8787" },
    "supabase-port": { type: "string", default: "54321" },
    data: { type: "string", default: join(ROOT, ".local") },
  },
});
const data = resolve(values.data);
const port = Number(values.port);
const supabasePort = Number(values["supabase-port"]);
const appUrl = `http://localhost:${port}`;

for (const wanted of [supabasePort, port])
  if (await portTaken(wanted))
    await stop(`Port ${wanted} is in use: end what listens there (another \`npm run dev\`?).`);
if (values.fresh) await rm(data, { recursive: true, force: true });

/** What runs besides the children. */
let closeStack: () => Promise<void> = async () => {};
endWithUs(() => closeStack());

const began = Date.now();
await compileMessages().catch((error: Error) => stop(error.message));

// The app is built while the database starts: it needs to know only where Supabase will be.
const ready = Promise.withResolvers<void>();
const hmrPort = await freePort();
const remix = startChild(
  bin("remix"),
  ["dev", "--manual", "--port", String(hmrPort), "-c", `${bin("node")} scripts/dev-worker.ts`],
  {
    cwd: ROOT,
    env: {
      PATH,
      NODE_ENV: "development",
      REMIX_DEV_ORIGIN: `http://127.0.0.1:${hmrPort}`,
      PARLEY_BUILD: join(data, "staging"),
      PARLEY_SERVE: join(data, "serve"),
      PARLEY_PORT: String(port),
      PARLEY_DATA: data,
      PARLEY_VARS: JSON.stringify({
        SUPABASE_URL: `http://127.0.0.1:${supabasePort}`,
        SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
        SUPABASE_SECRET_KEY: SECRET_KEY,
        ICE_SERVERS: "[]",
      }),
    },
    onLine: (line) => {
      if (line.includes(WORKER_READY)) ready.resolve();
      else if (!NOISE.test(line)) console.log(line);
    },
  },
);

const apertium = await startApertium();
const engines = {
  ...(apertium ? { APERTIUM_URL: apertium.url } : {}),
  ...(process.env.LIBRETRANSLATE_URL ? { LIBRETRANSLATE_URL: process.env.LIBRETRANSLATE_URL } : {}),
  ...(process.env.LIBRETRANSLATE_API_KEY ? { LIBRETRANSLATE_API_KEY: process.env.LIBRETRANSLATE_API_KEY } : {}),
};
const stack = await startStack({
  root: ROOT,
  data,
  port: supabasePort,
  siteUrl: appUrl,
  functionsEnv: { TRANSLATE_ENGINES: "apertium,libretranslate", ...engines },
  log: (line) => console.log(line),
}).catch((error: Error) => stop(error.message));
closeStack = stack.close;
void remix.ended.then(() => stop("The build of the app ended; what it printed above says why."));
watch(
  join(ROOT, "app/i18n/messages"),
  () => void compileMessages().catch((error: Error) => console.error(error.message)),
);
await ready.promise;

const engine = apertium
  ? "Apertium (English, Spanish, French, Portuguese, Catalan)"
  : engines.LIBRETRANSLATE_URL
    ? `LibreTranslate at ${engines.LIBRETRANSLATE_URL}`
    : "none yet: `npm run translate:setup`, or set LIBRETRANSLATE_URL";
console.log(`
  Parley       ${appUrl}
  Inbox        ${stack.inboxUrl}
  Translation  ${engine}

  Ready in ${((Date.now() - began) / 1000).toFixed(1)} s. Ctrl-C ends everything.
`);

/**
 * Runs inside `remix dev`. Remix empties its assets folder on each rebuild, and wrangler dies of that; so Remix builds
 * into a staging folder, and each finished build is copied from there: new hashed assets first, then the Worker by one
 * rename. Old assets stay, for pages that are still open.
 */
import { watch } from "node:fs";
import { cp, mkdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { copyPublic } from "./lib/build.ts";
import { endWithUs } from "./lib/children.ts";
import { startWorker, WORKER_READY } from "./lib/worker.ts";

const env = z
  .object({
    PARLEY_BUILD: z.string(),
    PARLEY_SERVE: z.string(),
    PARLEY_PORT: z.coerce.number().int(),
    PARLEY_DATA: z.string(),
    PARLEY_VARS: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.record(z.string(), z.string())),
  })
  .parse(process.env);

let served = "";

/** Copies the finished build, if it is a new one. */
async function publish(): Promise<void> {
  const version = await readFile(join(env.PARLEY_BUILD, "version.txt"), "utf8").catch(() => "");
  if (version === "" || version === served) return;
  // Names are hashes: what is there already is the same, and wrangler starts again for each file that it sees written.
  const assets = { recursive: true, force: false };
  await cp(join(env.PARLEY_BUILD, "public/build"), join(env.PARLEY_SERVE, "public/build"), assets);
  const next = join(env.PARLEY_SERVE, "worker.next.js");
  await cp(join(env.PARLEY_BUILD, "worker.js"), next);
  await rename(next, join(env.PARLEY_SERVE, "worker.js"));
  served = version;
}

let publishing = Promise.resolve();
/** One after the other. A build that the next one swept away under our hands is the next one's to publish. */
const publishNext = () => {
  publishing = publishing.then(publish).catch(() => {});
};

await mkdir(env.PARLEY_SERVE, { recursive: true });
await copyPublic(env.PARLEY_SERVE);
await publish();
const worker = await startWorker({
  build: env.PARLEY_SERVE,
  port: env.PARLEY_PORT,
  data: env.PARLEY_DATA,
  vars: env.PARLEY_VARS,
  onLine: (line) => console.log(line),
});
endWithUs(() => worker.close());
void worker.ended.then((code) => process.exit(code ?? 1));
watch(env.PARLEY_BUILD, (_event, name) => {
  if (name === "version.txt") publishNext();
});
console.log(WORKER_READY);

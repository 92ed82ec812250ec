/** The production build: messages, Worker and hashed assets into one folder that wrangler can serve. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { runCommand } from "./childProcesses.ts";
import { mergeChunks } from "./mergeChunks.ts";
import { bin, PATH, ROOT } from "./paths.ts";

/** Builds into `<out>/worker.js` and `<out>/public`. Throws with the compiler's own words. */
export async function buildApp(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await copyPublic(out);
  const said: string[] = [];
  const code = await runCommand(bin("remix"), ["build"], {
    cwd: ROOT,
    env: { PATH, NODE_ENV: "production", PARLEY_BUILD: out },
    onLine: (line) => said.push(line),
  });
  if (code !== 0) throw new Error(`The build failed:\n${said.join("\n")}`);
  await gatherLicences(join(out, "public"));
  await mergeChunks(out);
}

const LICENCES = /\/\*!? Bundled license information:\n([\s\S]*?)\*\/\s*$/u;

/**
 * The compiler puts the licences of what it bundled at the end of every chunk, 2 KB of what the start page loads. They
 * stand once in `/licences.txt` instead.
 */
async function gatherLicences(served: string): Promise<void> {
  const folder = join(served, "build");
  const licences = new Set<string>();
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(".js")) continue;
    const file = join(folder, name);
    const text = await readFile(file, "utf8");
    const [comment, words = ""] = LICENCES.exec(text) ?? [];
    if (comment === undefined) continue;
    for (const licence of words.split(/\n\n(?=\S)/u)) licences.add(licence.trim());
    await writeFile(file, text.slice(0, -comment.length));
  }
  await writeFile(join(served, "licences.txt"), `${[...licences].sort().join("\n\n")}\n`);
}

/** What is served beside the pages' own scripts: `public/`, and the worklet, which no compiler of pages knows. */
export async function copyPublic(out: string): Promise<void> {
  const served = join(out, "public");
  await mkdir(out, { recursive: true });
  await cp(join(ROOT, "public"), served, {
    recursive: true,
    filter: (path) => path !== join(ROOT, "public/build"),
  });
  await build({
    entryPoints: [join(ROOT, "app/captions/voice.worklet.ts")],
    outfile: join(served, "voice.js"),
    bundle: true,
    minify: true,
    format: "esm",
    // What browsers with worklets know.
    target: "es2022",
    logLevel: "silent",
  });
}

export async function compileMessages(): Promise<void> {
  const said: string[] = [];
  const code = await runCommand(bin("node"), ["scripts/messages.ts"], { cwd: ROOT, onLine: (line) => said.push(line) });
  if (code !== 0) throw new Error(said.join("\n"));
}

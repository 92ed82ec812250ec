/** The production build: messages, Worker and hashed assets in one folder that wrangler can serve. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, transform } from "esbuild";
import english from "../../app/i18n/messages/en.json" with { type: "json" };
import { isServerMessage } from "../../app/i18n/namespaces.ts";
import { runCommand } from "./childProcesses.ts";
import { writeLanguageStatistics } from "./languageStatistics.ts";
import { mergeChunks } from "./mergeChunks.ts";
import { bin, PATH, ROOT } from "./paths.ts";

/** Builds `<out>/worker.js` and `<out>/public`. Throws with the compiler's output. */
export async function buildApp(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await copyPublic(out);
  const output: string[] = [];
  const code = await runCommand(bin("remix"), ["build"], {
    cwd: ROOT,
    env: { PATH, NODE_ENV: "production", PARLEY_BUILD: out },
    onLine: (line) => output.push(line),
  });
  if (code !== 0) throw new Error(`The build failed:\n${output.join("\n")}`);
  await gatherLicences(join(out, "public"));
  await mergeChunks(out);
  await shortenEscapes(join(out, "worker.js"));
  await rejectBrowserMessages(join(out, "worker.js"));
}

/** Writes the characters of other scripts as UTF-8. The compiler writes six ASCII characters for each, 5 KB of gzip in all. */
async function shortenEscapes(file: string): Promise<void> {
  const { code } = await transform(await readFile(file, "utf8"), { charset: "utf8", minify: true });
  await writeFile(file, code);
}

/** Throws if the Worker uses a message that only browsers have: its page would have no text there. */
async function rejectBrowserMessages(file: string): Promise<void> {
  const code = await readFile(file, "utf8");
  const used = Object.keys(english).filter((key) => !isServerMessage(key) && code.includes(`"${key}"`));
  if (used.length > 0) throw new Error(`The Worker has no copy of these messages that it uses: ${used.join(", ")}.`);
}

const LICENCES = /\/\*!? Bundled license information:\n([\s\S]*?)\*\/\s*$/u;

/**
 * Moves the licences that the compiler puts at the end of every chunk to `/licences.txt`, which saves 2 KB of the landing
 * page.
 */
async function gatherLicences(served: string): Promise<void> {
  const folder = join(served, "build");
  const licences = new Set<string>();
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(".js")) continue;
    const file = join(folder, name);
    const text = await readFile(file, "utf8");
    const [comment, list = ""] = LICENCES.exec(text) ?? [];
    if (comment === undefined) continue;
    for (const licence of list.split(/\n\n(?=\S)/u)) licences.add(licence.trim());
    await writeFile(file, text.slice(0, -comment.length));
  }
  await writeFile(join(served, "licences.txt"), `${[...licences].sort().join("\n\n")}\n`);
}

/** Copies `public/`, and makes what the compiler of the pages does not include: the audio worklet and the language statistics. */
export async function copyPublic(out: string): Promise<void> {
  const served = join(out, "public");
  await mkdir(out, { recursive: true });
  await cp(join(ROOT, "public"), served, {
    recursive: true,
    filter: (path) => path !== join(ROOT, "public/build"),
  });
  await writeLanguageStatistics(join(served, "language-statistics"));
  await bundle("app/captions/voice.worklet.ts", join(served, "voice.js"), "esm");
  // A classic script, because a module has no `document.currentScript`, which contains its address.
  await bundle("app/captcha/turnstile.client.ts", join(served, "turnstile.js"), "iife");
}

async function bundle(source: string, outfile: string, format: "esm" | "iife"): Promise<void> {
  await build({
    entryPoints: [join(ROOT, source)],
    outfile,
    bundle: true,
    minify: true,
    format,
    // All browsers with worklets support it.
    target: "es2022",
    logLevel: "silent",
  });
}

export async function compileMessages(): Promise<void> {
  const output: string[] = [];
  const onLine = (line: string) => output.push(line);
  const code = await runCommand(bin("node"), ["scripts/messages.ts"], { cwd: ROOT, onLine });
  if (code !== 0) throw new Error(output.join("\n"));
}

/** The production build: messages, Worker and hashed assets into one folder that wrangler can serve. */
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./children.ts";
import { bin, PATH, ROOT } from "./paths.ts";

/** Builds into `<out>/worker.js` and `<out>/public`. Throws with the compiler's own words. */
export async function buildApp(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await copyPublic(out);
  const said: string[] = [];
  const code = await run(bin("remix"), ["build"], {
    cwd: ROOT,
    env: { PATH, NODE_ENV: "production", PARLEY_BUILD: out },
    onLine: (line) => said.push(line),
  });
  if (code !== 0) throw new Error(`The build failed:\n${said.join("\n")}`);
}

export async function copyPublic(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  await cp(join(ROOT, "public"), join(out, "public"), {
    recursive: true,
    filter: (path) => path !== join(ROOT, "public/build"),
  });
}

export async function compileMessages(): Promise<void> {
  const said: string[] = [];
  const code = await run(bin("node"), ["scripts/messages.ts"], { cwd: ROOT, onLine: (line) => said.push(line) });
  if (code !== 0) throw new Error(said.join("\n"));
}

/**
 * `npm run check`: what can be told without running Parley. Types, style, unused code, layers, secrets, texts; then a
 * production build, its sizes by route, and whether it could be deployed.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { secretFaults } from "./check/secrets.ts";
import { checkBudget, measureSizes } from "./check/sizes.ts";
import { buildApp, compileMessages } from "./lib/build.ts";
import { killOnExit, runCommand } from "./lib/childProcesses.ts";
import { bin, PATH, ROOT } from "./lib/paths.ts";

/** What a check found: nothing, or the lines that say so. `notes` are printed also when all is well. */
interface Finding {
  readonly ok: boolean;
  readonly lines: readonly string[];
  readonly notes?: readonly string[];
}
type Check = () => Promise<Finding>;

const ENV = { PATH, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", WRANGLER_SEND_METRICS: "false" };
const OUT = join(ROOT, "build");

const tool =
  (name: string, ...args: string[]): Check =>
  async () => {
    const lines: string[] = [];
    const code = await runCommand(bin(name), args, { cwd: ROOT, env: ENV, onLine: (line) => lines.push(line) });
    return { ok: code === 0, lines };
  };

const secrets: Check = async () => {
  const files: string[] = [];
  const code = await runCommand("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    onLine: (line) => files.push(line),
  });
  if (code !== 0) return { ok: false, lines: ["git could not list the files."] };
  const faults = await Promise.all(
    files.map(async (path) => secretFaults(path, await readFile(join(ROOT, path), "utf8").catch(() => ""))),
  );
  const lines = faults.flat();
  return { ok: lines.length === 0, lines };
};

const build: Check = () =>
  buildApp(OUT).then(
    () => ({ ok: true, lines: [] }),
    (error: Error) => ({ ok: false, lines: [error.message] }),
  );

const sizes: Check = async () => {
  const { ok, lines } = checkBudget(await measureSizes(OUT));
  return ok ? { ok, lines: [], notes: lines } : { ok, lines };
};

const FOLDERS = ["app", "functions", "local", "scripts", "bench", "tests", "supabase"];
/** Two at a time, each list in its order: most take one core. */
const CHECKS: readonly (readonly (readonly [string, Check])[])[] = [
  [
    ["tsc", tool("tsc", "--noEmit", "--pretty", "false")],
    ["deno check", tool("deno", "check", "--quiet", "supabase/functions")],
    ["deno lint", tool("deno", "lint", "--quiet", "supabase/functions")],
    ["layers", tool("depcruise", "--config", "dependencies.config.js", "--output-type", "err", ...FOLDERS)],
  ],
  [
    ["biome", tool("biome", "ci", "--colors=off", "--error-on-warnings")],
    ["messages", tool("node", "scripts/messages/inspect.ts")],
    ["knip", tool("knip", "--no-progress", "--no-config-hints")],
    ["secrets", secrets],
    ["build", build],
    ["sizes", sizes],
    ["deploy, dry run", tool("wrangler", "deploy", "--dry-run", "--outdir", join(ROOT, ".build/dry-run"))],
  ],
];

killOnExit(async () => {});
await compileMessages();
await Promise.all(
  CHECKS.map(async (checks) => {
    for (const [name, check] of checks) {
      const { ok, lines, notes = [] } = await check();
      console.log(ok ? `${name}: clean` : `${name}:\n${lines.join("\n")}`);
      for (const note of notes) console.log(note);
      if (!ok) process.exitCode = 1;
    }
  }),
);

/**
 * `npm run check`: all checks that need no running Parley. `node scripts/check.ts <name …>` runs only the named ones, as
 * `npm run lint` and its like do. `sizes` and `deploy-dry-run` read the build that `build` makes.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { frozenFaults, migrationChecksums, readFrozen, unfrozenNames } from "./check/migrations.ts";
import { secretFaults } from "./check/secrets.ts";
import { checkBudget, measureSizes } from "./check/sizes.ts";
import { compileMessages } from "./lib/build.ts";
import { writeBuild } from "./lib/buildCache.ts";
import { killOnExit, runCommand } from "./lib/childProcesses.ts";
import { bin, PATH, ROOT } from "./lib/paths.ts";

interface Finding {
  readonly ok: boolean;
  /** Printed when the check fails. */
  readonly lines: readonly string[];
  /** Printed in any case. */
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

/** New migrations may still change until they land, so only CI insists on their checksums. */
const migrations: Check = async () => {
  const [files, frozen] = await Promise.all([migrationChecksums(), readFrozen()]);
  const faults = frozenFaults(files, frozen);
  const unfrozen = unfrozenNames(files, frozen).map((name) => `${name} is not frozen: npm run db:freeze`);
  const lines = process.env.CI === "true" ? [...faults, ...unfrozen] : faults;
  return { ok: lines.length === 0, lines, notes: unfrozen };
};

const build: Check = () =>
  writeBuild(OUT).then(
    () => ({ ok: true, lines: [] }),
    (error: Error) => ({ ok: false, lines: [error.message] }),
  );

const sizes: Check = async () => {
  const { ok, lines } = checkBudget(await measureSizes(OUT));
  return ok ? { ok, lines: [], notes: lines } : { ok, lines };
};

const FOLDERS = ["app", "functions", "local", "scripts", "bench", "apertium", "tests", "supabase"];
/** Two lists that run side by side, each in its order: most checks use one core. */
const CHECKS: readonly (readonly (readonly [string, Check])[])[] = [
  [
    ["tsc", tool("tsc", "--noEmit", "--pretty", "false")],
    ["deno-check", tool("deno", "check", "--quiet", "supabase/functions")],
    ["deno-lint", tool("deno", "lint", "--quiet", "supabase/functions")],
    ["layers", tool("depcruise", "--config", "dependencies.config.js", "--output-type", "err", ...FOLDERS)],
  ],
  [
    ["biome", tool("biome", "ci", "--colors=off", "--error-on-warnings")],
    ["messages", tool("node", "scripts/messages/inspect.ts")],
    ["knip", tool("knip", "--no-progress", "--no-config-hints")],
    ["secrets", secrets],
    ["migrations", migrations],
    ["build", build],
    ["sizes", sizes],
    ["deploy-dry-run", tool("wrangler", "deploy", "--dry-run", "--outdir", join(ROOT, ".build/dry-run"))],
  ],
];

const names: readonly string[] = process.argv.slice(2);
const known = CHECKS.flat().map(([name]) => name);
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no check named "${unknown}": ${known.join(", ")}.`);
  process.exit(2);
}

killOnExit(async () => {});
await compileMessages();
await Promise.all(
  CHECKS.map(async (checks) => {
    for (const [name, check] of checks) {
      if (names.length > 0 && !names.includes(name)) continue;
      const { ok, lines, notes = [] } = await check();
      console.log(ok ? `${name}: clean` : `${name}:\n${lines.join("\n")}`);
      for (const note of notes) console.log(note);
      if (!ok) process.exitCode = 1;
    }
  }),
);

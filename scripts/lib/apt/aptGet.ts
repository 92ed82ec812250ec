/** Runs apt-get with a state of its own, so that it needs neither root nor the system's package lists. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasEnded, startChild } from "../childProcesses.ts";
import { fileExists } from "../files.ts";
import { type PackageFile, parsePlan, parseStatus, parseUnneededTargets, parseUris } from "./output.ts";

const PROGRAM = "/usr/bin/apt-get";
const UNPACK_PROGRAM = "/usr/bin/dpkg-deb";

export interface CommandOptions {
  readonly signal: AbortSignal;
}

export interface AptGet {
  /** Downloads the signed package lists. Returns apt's errors: its exit code does not report them. */
  update(onPercent: (percent: number) => void): Promise<string[]>;
  /** Returns the packages that `names` need on an empty system, or apt's errors. */
  plan(names: readonly string[]): Promise<CommandResult<string[]>>;
  /** Returns the files of packages, from the signed lists. */
  locate(names: readonly string[]): Promise<CommandResult<PackageFile[]>>;
  /** Downloads packages into `folder`. */
  download(
    names: readonly string[],
    folder: string,
    onPercent: (percent: number) => void,
  ): Promise<CommandResult<null>>;
}

export type CommandResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly string[] };

export const aptExists = async (): Promise<boolean> =>
  (await fileExists(PROGRAM)) && (await fileExists(UNPACK_PROGRAM));

/** Creates the state in `folder`, which must be empty: apt accepts a wrong file that exists under the right name. */
export async function createAptGet(folder: string, options: CommandOptions): Promise<AptGet> {
  const state = join(folder, "state");
  const cache = join(folder, "cache");
  const noPackages = join(folder, "no-packages");
  await mkdir(join(state, "lists/partial"), { recursive: true });
  await mkdir(join(cache, "archives/partial"), { recursive: true });
  await writeFile(noPackages, "");

  const targets = await runCaptured(PROGRAM, ["indextargets", "--format", "$(CREATED_BY)"], options);
  const settings = [
    `Dir::State=${state}`,
    // With nothing installed, the plan is the same on every machine, even on a broken one.
    `Dir::State::status=${noPackages}`,
    `Dir::Cache=${cache}`,
    // Images for containers switch off both caches. One saves a third of the time.
    "Dir::Cache::pkgcache=pkgcache.bin",
    "Dir::Cache::srcpkgcache=",
    "Debug::NoLocking=1",
    "Acquire::Languages=none",
    "Acquire::Retries=1",
    "Acquire::http::Timeout=15",
    "Acquire::https::Timeout=15",
    ...parseUnneededTargets(targets.output).map((kind) => `Acquire::IndexTargets::deb::${kind}::DefaultEnabled=false`),
  ].flatMap((setting) => ["-o", setting]);

  const run = (args: readonly string[], more: { cwd?: string; onLine?: (line: string) => void } = {}) =>
    runCaptured(PROGRAM, [...settings, "-qq", ...args], { ...options, ...more });
  const onStatus = (onPercent: (percent: number) => void) => (line: string) => {
    const percent = parseStatus(line);
    if (percent !== null) onPercent(percent);
  };
  const toResult = <T>({ code, output }: Captured, parse: (lines: readonly string[]) => T): CommandResult<T> =>
    code === 0 ? { ok: true, value: parse(output) } : { ok: false, errors: errorsOf(output) };

  return {
    update: async (onPercent) => {
      const { output } = await run(["-o", "APT::Status-Fd=1", "update"], { onLine: onStatus(onPercent) });
      return errorsOf(output);
    },
    plan: async (names) => toResult(await run(["-s", "--no-install-recommends", "install", ...names]), parsePlan),
    locate: async (names) => toResult(await run(["--print-uris", "download", ...names]), parseUris),
    download: async (names, into, onPercent) =>
      toResult(
        await run(["-o", "APT::Status-Fd=1", "download", ...names], { cwd: into, onLine: onStatus(onPercent) }),
        () => null,
      ),
  };
}

/** Unpacks a package file into `root` without running its scripts. */
export async function unpack(file: string, root: string, options: CommandOptions): Promise<CommandResult<null>> {
  const { code, output } = await runCaptured(UNPACK_PROGRAM, ["-x", file, root], options);
  return code === 0 ? { ok: true, value: null } : { ok: false, errors: output };
}

const errorsOf = (lines: readonly string[]): string[] => lines.filter((line) => /^[EW]: |^ {2}\S/u.test(line));

interface Captured {
  readonly code: number;
  /** Lines of stdout and stderr. */
  readonly output: string[];
}

/** Throws when `signal` aborts, once the command has ended. */
async function runCaptured(
  command: string,
  args: readonly string[],
  { signal, cwd, onLine }: CommandOptions & { cwd?: string; onLine?: (line: string) => void },
): Promise<Captured> {
  signal.throwIfAborted();
  const output: string[] = [];
  const { child, stop } = startChild(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { LC_ALL: "C" },
    onLine: (line) => {
      output.push(line);
      onLine?.(line);
    },
  });
  const abort = () => void stop();
  signal.addEventListener("abort", abort);
  const code = await new Promise<number>((resolve) => {
    child.once("close", (exitCode) => resolve(exitCode ?? 1));
    child.once("error", () => resolve(127));
  });
  signal.removeEventListener("abort", abort);
  if (!hasEnded(child) && code !== 127) await stop();
  signal.throwIfAborted();
  return { code, output };
}

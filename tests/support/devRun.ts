/** `npm run dev` in a test: its own folder, its output, and the processes that it leaves. */
import { execFile } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { spawnGuarded } from "../../local/process.ts";
import { bin, PATH, ROOT } from "../../scripts/lib/paths.ts";
import { expect } from "./expect.ts";

/** The timeout of a build or a program start on a cold and loaded machine. */
export const LONG = { timeout: 280_000 };

/** Returns id and command line of each process whose command line names the folder. */
export async function runningFrom(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid,args"]);
  return stdout.split("\n").filter((line) => line.includes(folder) && !/\bps -eo\b/u.test(line));
}

interface DevOptions {
  data: string;
  port: number;
  supabasePort?: number;
  more?: readonly string[];
  env?: Record<string, string>;
  /** The checkout. */
  root?: string;
}

export function startDev({ data, port, supabasePort, more = [], env = {}, root = ROOT }: DevOptions) {
  const supabase = supabasePort === undefined ? [] : ["--supabase-port", String(supabasePort)];
  const dev = spawnGuarded({
    command: bin("node"),
    args: [join(root, "scripts/dev.ts"), "--data", data, "--port", String(port), ...supabase, ...more],
    signal: "SIGINT",
    killTimeoutMs: 60_000,
    options: { cwd: root, env: { ...process.env, PATH, ...env }, stdio: ["ignore", "pipe", "pipe"] },
  });
  let output = "";
  for (const stream of [dev.child.stdout, dev.child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  return { ...dev, output: () => output, says: (text: string) => expect.poll(() => output, LONG).toContain(text) };
}

/**
 * Creates a world-readable folder: when the tests run as root, Postgres runs as another user and keeps its cluster
 * elsewhere if the folder is unreadable.
 */
export async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-dev-"));
  await chmod(folder, 0o755);
  return folder;
}

/** One edge function: its own Deno process on a free loopback port, with minimal permissions. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type GuardedProcess, spawnGuarded } from "../process.ts";

export interface ChildOptions {
  name: string;
  /** Path of its `index.ts`. */
  entry: string;
  deno: string;
  /** Folders that it may read, for npm packages. */
  readable: readonly string[];
  /** Deno's cache. */
  cache: string;
  env: Readonly<Record<string, string>>;
  log(line: string): void;
}

export interface FunctionChild {
  readonly port: number;
  /** Resolves when the process exits for any reason. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Adds the globals of hosted functions to a process. */
const EDGE_RUNTIME = join(import.meta.dirname, "edgeRuntime.js");

/** A function must listen within this time. */
const START_TIMEOUT_MS = 20_000;

/** Resolves once the function listens. Rejects when it exits before. */
export async function startChild({
  name,
  entry,
  deno,
  readable,
  cache,
  env,
  log,
}: ChildOptions): Promise<FunctionChild> {
  const guarded = spawnGuarded({
    command: deno,
    args: [
      "run",
      "--no-prompt",
      "--no-remote",
      "--allow-net",
      // The process has no other environment than the function's own, so a name that is not set can be asked for.
      "--allow-env",
      `--allow-read=${readable.join(",")}`,
      `--preload=${EDGE_RUNTIME}`,
      entry,
    ],
    // A function has no state to save, and may be waiting for an engine.
    signal: "SIGKILL",
    options: {
      env: {
        ...env,
        PATH: process.env.PATH ?? "",
        DENO_DIR: cache,
        DENO_NO_UPDATE_CHECK: "1",
        DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
        NO_COLOR: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  });
  const port = await waitForPort(guarded, name, log).catch(async (error: unknown) => {
    await guarded.stop();
    throw error;
  });
  return { port, ended: guarded.ended, stop: guarded.stop };
}

/** Reads the port from Deno's output. Logs every other line as the function's. */
async function waitForPort(
  { child, ended }: GuardedProcess,
  name: string,
  log: (line: string) => void,
): Promise<number> {
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The function ${name} did not start to listen.`)),
      START_TIMEOUT_MS,
    );
    const read = (stream: Readable | null) => {
      if (stream === null) return;
      createInterface({ input: stream }).on("line", (line) => {
        const [, port] = /^Listening on http:\/\/127\.0\.0\.1:(\d+)\/?/u.exec(line) ?? [];
        if (port === undefined) log(`functions/${name}: ${line}`);
        else resolve(Number(port));
      });
    };
    read(child.stdout);
    read(child.stderr);
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error(`The function ${name} ended before it listened.`));
    });
  });
}

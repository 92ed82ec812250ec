/** One edge function: a Deno process of its own on a free loopback port, with no more rights than it needs. */
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type GuardedProcess, spawnGuarded } from "../process.ts";

export interface ChildOptions {
  name: string;
  /** Path of its `index.ts`. */
  entry: string;
  deno: string;
  /** Folders that it may read: where npm packages are. */
  readable: readonly string[];
  /** Deno's own cache. */
  cache: string;
  env: Readonly<Record<string, string>>;
  log(line: string): void;
}

export interface FunctionChild {
  readonly port: number;
  /** Resolves when the process ended, asked or not. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Milliseconds in which a function must listen. */
const START_LIMIT = 20_000;

/** Resolves once it listens; rejects when it ends before. */
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
      `--allow-env=${Object.keys(env).join(",")}`,
      `--allow-read=${readable.join(",")}`,
      entry,
    ],
    // It holds nothing that would have to be saved, and may be waiting for an engine.
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
  const port = await listening(guarded, name, log).catch(async (error: unknown) => {
    await guarded.stop();
    throw error;
  });
  return { port, ended: guarded.ended, stop: guarded.stop };
}

/** Deno says where it listens; every other line is the function's. */
async function listening({ child, ended }: GuardedProcess, name: string, log: (line: string) => void): Promise<number> {
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The function ${name} did not start to listen.`)), START_LIMIT);
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

/**
 * Child processes that cannot outlive us. Beside each child runs a watchdog, one idle `sh` that reads a pipe which only
 * we hold: when we die, however suddenly, the pipe ends and the watchdog sends the child its signal.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

export interface GuardedOptions {
  command: string;
  args: readonly string[];
  /** The signal that ends the child in good order. */
  signal: "SIGINT" | "SIGTERM" | "SIGKILL";
  options: SpawnOptions;
  /** Milliseconds after which a child that ignores `signal` is killed. */
  killTimeoutMs?: number;
}

export interface GuardedProcess {
  readonly child: ChildProcess;
  /** Resolves when the child has ended, with its exit code (null when ended by a signal or never started). */
  readonly ended: Promise<number | null>;
  /** Sends the signal and waits for the end. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts a child in a process group of its own, so that Ctrl-C reaches only us and we decide the order of ending; signals
 * go to the whole group, to what the child itself started too.
 */
export function spawnGuarded({
  command,
  args,
  signal,
  options,
  killTimeoutMs: patience = 10_000,
}: GuardedOptions): GuardedProcess {
  const child = spawn(command, args, { ...options, detached: true });
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.once("error", () => resolve(null));
  });
  // What it left of its group goes with it.
  void ended.then(() => signalGroup(child, "SIGKILL"));
  if (child.pid !== undefined) guard(child.pid, signal, options, ended);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    signalGroup(child, signal);
    const timer = setTimeout(() => signalGroup(child, "SIGKILL"), patience);
    await ended;
    clearTimeout(timer);
  };
  return {
    child,
    ended,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/** A line on the pipe dismisses the watchdog: the child ended and its id may belong to another process soon. */
function guard(pid: number, signal: string, { uid, gid }: SpawnOptions, ended: Promise<unknown>): void {
  const watchdog = spawn(
    "/bin/sh",
    ["-c", 'read -r dismissed || kill -s "$1" -- "-$2"', "watchdog", signal.slice(3), String(pid)],
    {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    },
  );
  watchdog.on("error", () => {});
  watchdog.stdin?.on("error", () => {});
  watchdog.unref();
  void ended.then(() => watchdog.stdin?.end("dismissed\n"));
}

/** Runs a command to its end; answers its exit code and what it printed to stderr. */
export async function run(command: string, args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, errors };
}

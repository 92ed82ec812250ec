/**
 * Child processes that cannot outlive this process. Each child has a watchdog: an idle `sh` that reads a pipe which
 * only this process holds. When this process dies, however suddenly, the pipe closes and the watchdog signals the
 * child.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

export interface GuardedOptions {
  command: string;
  args: readonly string[];
  /** The signal for a graceful exit. */
  signal: "SIGINT" | "SIGTERM" | "SIGKILL";
  options: SpawnOptions;
  /** A child that ignores `signal` is killed after this time. Default 10,000. */
  killTimeoutMs?: number;
}

export interface GuardedProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit code, or with null when a signal ended the child or it never started. */
  readonly ended: Promise<number | null>;
  /** Sends the signal and waits for the exit. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts a child in its own process group. Ctrl-C then reaches only this process, which decides the order of exits.
 * Signals go to the whole group, so also to the child's own children.
 */
export function spawnGuarded({
  command,
  args,
  signal,
  options,
  killTimeoutMs = 10_000,
}: GuardedOptions): GuardedProcess {
  const child = spawn(command, args, { ...options, detached: true });
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.once("error", () => resolve(null));
  });
  // Ends the rest of the group.
  void ended.then(() => signalGroup(child, "SIGKILL"));
  if (child.pid !== undefined) startWatchdog(child.pid, signal, options, ended);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    signalGroup(child, signal);
    const timer = setTimeout(() => signalGroup(child, "SIGKILL"), killTimeoutMs);
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
    // The group has exited already.
  }
}

/** A line on the pipe dismisses the watchdog once the child has exited, because its id may be reused soon. */
function startWatchdog(pid: number, signal: string, { uid, gid }: SpawnOptions, ended: Promise<unknown>): void {
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

/** Runs a command to its end. Returns its exit code and its stderr. */
export async function run(command: string, args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, errors };
}

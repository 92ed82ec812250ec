/** Child processes of the scripts, which all end with their parent. */
import type { ChildProcess } from "node:child_process";
import process from "node:process";
import { type GuardedProcess, signalGroup, spawnGuarded } from "../../local/process.ts";

export interface ChildOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Opens stdin for writing. */
  input?: boolean;
  /** Receives each line of stdout and stderr. By default the output is dropped. */
  onLine?: (line: string) => void;
}

const KILL_GRACE_MS = 8_000;
const running = new Set<GuardedProcess>();

/** Calls `onLine` for each line of a stream, including an unterminated last one. */
function readLines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  let rest = "";
  stream?.setEncoding("utf8");
  stream?.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  stream?.on("end", () => rest !== "" && onLine(rest));
}

/** Starts a command that ends with this process, however this process ends. */
export function startChild(command: string, args: readonly string[], options: ChildOptions = {}): GuardedProcess {
  const guarded = spawnGuarded({
    command,
    args,
    signal: "SIGTERM",
    killTimeoutMs: KILL_GRACE_MS,
    options: {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: [options.input ? "pipe" : "ignore", "pipe", "pipe"],
    },
  });
  running.add(guarded);
  void guarded.ended.then(() => running.delete(guarded));
  const onLine = options.onLine ?? (() => {});
  readLines(guarded.child.stdout, onLine);
  readLines(guarded.child.stderr, onLine);
  return guarded;
}

/** Runs a command and returns its exit code, or 127 if it cannot be started. */
export function runCommand(command: string, args: readonly string[], options: ChildOptions = {}): Promise<number> {
  const { child } = startChild(command, args, options);
  return new Promise((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
    child.once("error", () => resolve(127));
  });
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map((guarded) => guarded.stop()));
}

let shuttingDown = false;
/** Returns true while this process ends its children. */
export const isShuttingDown = (): boolean => shuttingDown;

const closers = new Set<() => Promise<void>>();

/**
 * On Ctrl-C and termination, calls `close`, ends the children and exits. A second signal exits at once. May be called
 * several times.
 */
export function killOnExit(close: () => Promise<void>): void {
  closers.add(close);
  if (closers.size > 1) return;
  const end = async (code: number) => {
    if (shuttingDown) process.exit(code);
    shuttingDown = true;
    await Promise.allSettled([...[...closers].map((closer) => closer()), stopChildren()]);
    process.exit(code);
  };
  process.once("exit", () => {
    for (const { child } of running) signalGroup(child, "SIGKILL");
  });
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)
    process.on(signal, () => void end(code));
}

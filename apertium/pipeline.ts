/**
 * A running pipeline: the programs of a mode in a process group of their own, kept open. A text ends with a NUL, which makes
 * each program flush. A numbered marker follows, which no text can contain, because `/` is escaped in texts.
 */
import { type ChildProcess, spawn } from "node:child_process";

export interface Pipeline {
  /** Writes a text in Apertium's stream format. */
  write(number: number, stream: string): void;
  /** Lets the programs finish and exit. */
  close(): void;
  kill(): void;
}

export interface PipelineEvents {
  onAnswer(number: number, stream: string): void;
  /** Called once. `reason` contains no text. */
  onEnd(reason: string): void;
}

const MARKER = /\[\/(\d+)\]\0/u;
/** An answer that is longer never ends. */
const MAX_ANSWER_CHARACTERS = 2_000_000;
const CLOSE_TIMEOUT_MS = 2_000;

export function openPipeline(
  programs: readonly (readonly string[])[],
  env: Readonly<Record<string, string>>,
  events: PipelineEvents,
): Pipeline {
  const line = programs.map((words) => words.map(quote).join(" ")).join(" | ");
  // Started in `/`, so that a service does not keep a folder in use. Detached means: in its own process group.
  const child = spawn("/bin/sh", ["-c", line], { env, cwd: "/", detached: true, stdio: ["pipe", "pipe", "ignore"] });
  let reason = "";
  let received = "";
  let hasEnded = false;

  const kill = (why: string) => {
    reason ||= why;
    killGroup(child);
  };
  const end = (why: string) => {
    if (hasEnded) return;
    hasEnded = true;
    events.onEnd(reason || why);
  };
  child.once("error", (error) => end(error.message));
  // The write fails if the first program has ended. The end of the last program reports that.
  child.stdin.on("error", () => {});
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    received += chunk;
    for (let marker = MARKER.exec(received); marker !== null; marker = MARKER.exec(received)) {
      const answer = received.slice(0, marker.index).replaceAll("\0", "");
      received = received.slice(marker.index + marker[0].length);
      events.onAnswer(Number(marker[1]), answer);
    }
    if (received.length > MAX_ANSWER_CHARACTERS) kill("an endless answer");
  });
  // Without the last program no answer can come out, so the others end too.
  child.stdout.once("end", () => killGroup(child));
  child.once("close", (code, signal) => end(signal ?? `exit code ${code}`));

  return {
    write: (number, stream) => child.stdin.write(`${stream}\0[/${number}]\0`),
    close: () => {
      reason ||= "closed";
      child.stdin.end();
      const timer = setTimeout(() => killGroup(child), CLOSE_TIMEOUT_MS);
      child.once("close", () => clearTimeout(timer));
    },
    kill: () => kill("killed"),
  };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // The group has exited already.
  }
}

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** A voice for the tests: flite's kal16, which pocketsphinx understands. */
import { access } from "node:fs/promises";
import { runCommand } from "./childProcesses.ts";

const PROGRAM = "/usr/bin/flite";

/** Debian packages that are missing here. */
export async function missingFlite(): Promise<string[]> {
  const found = await access(PROGRAM).then(
    () => true,
    () => false,
  );
  return found ? [] : ["flite"];
}

/** Writes English words to `path` as they are spoken: a WAV of 16 kHz, mono, 16 bit. */
export async function speak(words: string, path: string): Promise<void> {
  const code = await runCommand(PROGRAM, ["-voice", "kal16", "-t", words, "-o", path]);
  if (code !== 0) throw new Error(`flite ended with ${code}`);
}

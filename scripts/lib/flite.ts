/** A voice for the tests: flite's kal16, which pocketsphinx recognises. */
import { runCommand } from "./childProcesses.ts";
import { fileExists } from "./files.ts";

const PROGRAM = "/usr/bin/flite";

/** Returns the missing Debian packages. */
export const missingFlite = async (): Promise<string[]> => ((await fileExists(PROGRAM)) ? [] : ["flite"]);

/** Writes spoken English text to a WAV file of 16 kHz, mono, 16 bit. */
export async function speak(text: string, path: string): Promise<void> {
  const code = await runCommand(PROGRAM, ["-voice", "kal16", "-t", text, "-o", path]);
  if (code !== 0) throw new Error(`flite ended with ${code}`);
}

/** Audio files that a microphone plays in a loop: speech by flite with pauses, or silence. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { wavOf } from "../../app/captions/core/wav.ts";
import { speak } from "../../scripts/lib/flite.ts";

const SAMPLE_RATE_HZ = 16_000;

/** Writes five seconds of silence and returns the path. */
export async function writeSilence(path: string): Promise<string> {
  await writeFile(path, new Uint8Array(await wavOf(new Int16Array(5 * SAMPLE_RATE_HZ), SAMPLE_RATE_HZ).arrayBuffer()));
  return path;
}

/** Writes `voice.wav` into the folder and returns its path. */
export async function speakWithPauses(text: string, folder: string): Promise<string> {
  const path = join(folder, "voice.wav");
  await speak(text, path);
  await writeFile(path, await withPauses(await readFile(path)));
  return path;
}

/** Adds two seconds of silence before the voice and six after it. The header is the plain one of 44 bytes. */
async function withPauses(wav: Buffer): Promise<Uint8Array> {
  const voice = wav.subarray(44);
  const [before, after] = [2 * SAMPLE_RATE_HZ, 6 * SAMPLE_RATE_HZ];
  const samples = new Int16Array(before + voice.length / 2 + after);
  new Uint8Array(samples.buffer).set(voice, 2 * before);
  return new Uint8Array(await wavOf(samples, SAMPLE_RATE_HZ).arrayBuffer());
}

/** A voice for a microphone: what flite says, over and over, with pauses between. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { speak } from "../../scripts/lib/flite.ts";

/** Writes `voice.wav` into the folder; answers its path. */
export async function speakWithPauses(words: string, folder: string): Promise<string> {
  const path = join(folder, "voice.wav");
  await speak(words, path);
  await writeFile(path, withPauses(await readFile(path)));
  return path;
}

/** Two seconds of silence before a voice and six after it; its header is the plain one of 44 bytes. */
function withPauses(wav: Buffer): Buffer {
  const [header, voice] = [Buffer.from(wav.subarray(0, 44)), wav.subarray(44)];
  const silence = (seconds: number) => Buffer.alloc(seconds * 32_000);
  const sound = Buffer.concat([silence(2), voice, silence(6)]);
  header.writeUInt32LE(36 + sound.length, 4);
  header.writeUInt32LE(sound.length, 40);
  return Buffer.concat([header, sound]);
}

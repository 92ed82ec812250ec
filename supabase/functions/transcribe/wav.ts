/** Reads the one accepted kind of WAV and writes it again, so that nothing else in the file is forwarded. */
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";

export interface WavAudio {
  /** A WAV file. */
  readonly file: File;
  readonly durationMs: number;
}

const HEADER_BYTES = 44;
/** Recorders write a few. Their names are read before the caller is known. */
const MAX_CHUNKS = 16;
const PCM_FORMAT = 1;
const BYTES_PER_SAMPLE = 2;
const BYTES_PER_SECOND = TRANSCRIBE.sampleRateHz * BYTES_PER_SAMPLE;

/** Errors: `request/invalid` unless the bytes are a WAV of 16 kHz, mono, 16 bit and 100 ms; `speech/too-long`. */
export function readWav(bytes: Uint8Array<ArrayBuffer>): Result<WavAudio> {
  const samples = samplesOf(bytes);
  if (samples === null) return fail("request/invalid");
  const durationMs = (samples.byteLength / BYTES_PER_SECOND) * 1_000;
  if (durationMs < TRANSCRIBE.minSegmentMs) return fail("request/invalid");
  if (durationMs > TRANSCRIBE.maxSegmentMs) return fail("speech/too-long");
  return ok({
    file: new File([headerOf(samples.byteLength), samples], "speech.wav", { type: "audio/wav" }),
    durationMs,
  });
}

/** Returns null for another format. The last chunk of a streamed file may claim more bytes than it has. */
function samplesOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.byteLength < HEADER_BYTES || nameAt(0) !== "RIFF" || nameAt(8) !== "WAVE") return null;
  let isSupported = false;
  let chunks = 0;
  for (let at = 12; at + 8 <= bytes.byteLength && chunks < MAX_CHUNKS; chunks += 1) {
    const [name, size, from] = [nameAt(at), view.getUint32(at + 4, true), at + 8];
    if (name === "fmt " && from + 16 <= bytes.byteLength) {
      isSupported =
        view.getUint16(from, true) === PCM_FORMAT &&
        view.getUint16(from + 2, true) === 1 &&
        view.getUint32(from + 4, true) === TRANSCRIBE.sampleRateHz &&
        view.getUint16(from + 14, true) === 8 * BYTES_PER_SAMPLE;
    }
    if (name === "data") {
      const available = Math.min(size, bytes.byteLength - from);
      return isSupported ? bytes.subarray(from, from + available - (available % BYTES_PER_SAMPLE)) : null;
    }
    // Chunks begin at even offsets.
    at = from + size + (size % 2);
  }
  return null;
}

function headerOf(length: number): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const write = (at: number, name: string) => {
    for (const [index, letter] of [...name].entries()) header.setUint8(at + index, letter.charCodeAt(0));
  };
  write(0, "RIFF");
  header.setUint32(4, HEADER_BYTES - 8 + length, true);
  write(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, PCM_FORMAT, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, TRANSCRIBE.sampleRateHz, true);
  header.setUint32(28, BYTES_PER_SECOND, true);
  header.setUint16(32, BYTES_PER_SAMPLE, true);
  header.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
  write(36, "data");
  header.setUint32(40, length, true);
  return new Uint8Array(header.buffer);
}

/** The function `transcribe` with a scripted database and recogniser, and audio segments. */
import type { Caller } from "../_shared/caller.ts";
import { type Failure, ok, type Result } from "../_shared/contracts/errors.ts";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import { createRateLimiter } from "../_shared/rateLimiter.ts";
import { createSlots } from "../_shared/slots.ts";
import { recogniserPrompt } from "../transcribe/glossaryHints.ts";
import { createTranscribeHandler } from "../transcribe/handler.ts";
import { createIdempotencyCache } from "../transcribe/idempotencyCache.ts";
import type { Transcribe } from "../transcribe/recogniser.ts";
import type { ConsumeQuota } from "../transcribe/speechQuota.ts";
import { bearer } from "./callers.ts";

const uuid = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-111111111111`;
export const SEGMENT_CALL_ID = uuid("1");
export const SEGMENT_MEETING_ID = uuid("2");
const SEGMENT = uuid("3");
export const OTHER_ID = uuid("4");
interface WavFormat {
  rate?: number;
  channels?: number;
  bits?: number;
  kind?: number;
  /** Chunks before the samples. */
  before?: readonly number[];
}

/** Returns a WAV file of so many milliseconds. */
export function wav(
  milliseconds: number,
  { rate = 16_000, channels = 1, bits = 16, kind = 1, before = [] }: WavFormat = {},
) {
  const length = Math.round((milliseconds / 1_000) * rate) * channels * (bits / 8);
  const file = new DataView(new ArrayBuffer(44 + before.length + length));
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) file.setUint8(at + index, letter.charCodeAt(0));
  };
  write(0, "RIFF");
  file.setUint32(4, file.byteLength - 8, true);
  write(8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  file.setUint16(20, kind, true);
  file.setUint16(22, channels, true);
  file.setUint32(24, rate, true);
  file.setUint32(28, (rate * channels * bits) / 8, true);
  file.setUint16(32, (channels * bits) / 8, true);
  file.setUint16(34, bits, true);
  for (const [index, byte] of before.entries()) file.setUint8(36 + index, byte);
  const data = 36 + before.length;
  write(data, "data");
  file.setUint32(data + 4, length, true);
  for (let at = data + 8; at < file.byteLength; at += 1) file.setUint8(at, at % 251);
  return new Uint8Array(file.buffer);
}

interface Scene {
  proof?: Result<null>;
  /** The database's answer, or its answer for a caller. */
  spent?: Result<string> | ((caller: Caller) => Result<string> | Promise<Result<string>>);
  hear?: Transcribe | null;
  turns?: number;
  /** Segments of everybody at the recogniser. */
  all?: number;
  terms?: readonly TermEntry[];
  clock?: { now: number };
}

/** Creates the function with the given database results and recogniser. */
export function setupTranscribe({
  proof = ok(null),
  spent = ok(SEGMENT_MEETING_ID),
  hear = () => Promise.resolve(ok("Hello.")),
  turns = 50,
  all = TRANSCRIBE.segmentsInProcess,
  terms = [],
  clock = { now: 0 },
}: Scene = {}) {
  const seen = {
    callers: [] as Caller[],
    spent: [] as Parameters<ConsumeQuota>[],
    heard: [] as string[],
    log: [] as Failure[],
  };
  const now = () => clock.now;
  const handler = createTranscribeHandler(
    {
      verifyCaller: (caller) => {
        seen.callers.push(caller);
        return Promise.resolve(proof);
      },
      checkRateLimit: createRateLimiter({ limit: turns, windowMs: 1_000, now: () => 0 }),
      enterSession: createSlots({ perKey: TRANSCRIBE.segmentsAtOnce }),
      enterRecogniser: createSlots({ perKey: TRANSCRIBE.segmentsAtOnce, all }),
      consumeQuota: (...args) => {
        seen.spent.push(args);
        return Promise.resolve(typeof spent === "function" ? spent(args[2]) : spent);
      },
      fetchHints: (_meetingId, language) => Promise.resolve(recogniserPrompt(terms, language)),
      recognise:
        hear === null
          ? null
          : (sound, language, prompt, userId) => {
              seen.heard.push(`${language} ${sound.durationMs} ${prompt}`);
              return hear(sound, language, prompt, userId);
            },
      deduplicate: createIdempotencyCache(now),
    },
    (failure) => seen.log.push(failure),
  );
  const call = async ({
    query = {},
    body = wav(1_000),
    type = "audio/wav",
    authorization = bearer(),
  }: {
    query?: Record<string, string>;
    body?: BodyInit;
    type?: string;
    authorization?: string | null;
  } = {}) => {
    const search = new URLSearchParams({ call_id: SEGMENT_CALL_ID, id: SEGMENT, language: "en", ...query });
    const response = await handler(
      new Request(`http://functions/transcribe?${search}`, {
        method: "POST",
        body,
        headers: { "content-type": type, ...(authorization === null ? {} : { authorization }) },
      }),
    );
    const result = await response.json();
    return result.error === undefined ? result.texts : `${response.status} ${result.error.code}`;
  };
  return { call, handler, seen };
}

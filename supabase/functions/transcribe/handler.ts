/** Handles audio segments and returns captions. */
import { readBytes } from "../_shared/body.ts";
import { type Caller, limitKeyOf, type VerifyCaller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import {
  TRANSCRIBE,
  type TranscribeQuery,
  type TranscribeResponse,
  transcribeQuery,
} from "../_shared/contracts/transcribe.ts";
import { createRawEndpoint } from "../_shared/endpoint.ts";
import type { EnterSlot } from "../_shared/slots.ts";
import { captionsFromTranscript } from "./captionFilter.ts";
import type { FetchHints } from "./glossaryHints.ts";
import type { createIdempotencyCache } from "./idempotencyCache.ts";
import type { Transcribe } from "./recogniser.ts";
import type { ConsumeQuota } from "./speechQuota.ts";
import { readWav, type WavAudio } from "./wav.ts";

export interface TranscribeDependencies {
  readonly verifyCaller: VerifyCaller;
  /** Counts a request of a session, or a segment of a person. Returns false above the limit. */
  checkRateLimit(key: string): boolean;
  /** Takes a place for a segment of a session, which has consumed no quota yet. */
  readonly enterSession: EnterSlot;
  /** Takes a place at the recogniser for a segment of a person. */
  readonly enterRecogniser: EnterSlot;
  readonly consumeQuota: ConsumeQuota;
  readonly fetchHints: FetchHints;
  /** Null if none is configured. */
  readonly recognise: Transcribe | null;
  readonly deduplicate: ReturnType<typeof createIdempotencyCache<TranscribeResponse>>;
}

type AudioSegment = TranscribeQuery & { readonly audio: WavAudio };

export const createTranscribeHandler = (tools: TranscribeDependencies, log: (failure: Failure) => void) =>
  createRawEndpoint({
    parse: readSegment,
    handle: (segment, caller) => transcribeSegment(segment, caller, tools),
    log,
    status: () => ({ configured: tools.recognise !== null }),
  });

const WAV_TYPE = /^audio\/(?:x-|vnd\.)?wave?(?:;|$)/iu;

async function readSegment(request: Request): Promise<Result<AudioSegment>> {
  const query = transcribeQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success || !WAV_TYPE.test(request.headers.get("content-type") ?? "")) return fail("request/invalid");
  const bytes = await readBytes(request, TRANSCRIBE.maxSegmentBytes);
  if (bytes === null) return fail("speech/too-long");
  const audio = readWav(bytes);
  return audio.ok ? ok({ ...query.data, audio: audio.value }) : audio;
}

async function transcribeSegment(
  { call_id, id, language, audio }: AudioSegment,
  caller: Caller,
  tools: TranscribeDependencies,
): Promise<Result<TranscribeResponse>> {
  const { verifyCaller, checkRateLimit, enterSession, enterRecogniser, consumeQuota, fetchHints, recognise } = tools;
  if (recognise === null) return fail("speech/unavailable", "none is configured");
  const verified = await verifyCaller(caller);
  if (!verified.ok) return verified;
  // Only after the token is verified, or a forged token could use up another user's limit.
  if (!checkRateLimit(limitKeyOf(caller))) return fail("request/rate-limited");
  return tools.deduplicate(`${caller.userId} ${call_id} ${id}`, () =>
    inSlot(enterSession(limitKeyOf(caller)), async () => {
      const quota = await consumeQuota(call_id, audio.durationMs, caller);
      if (!quota.ok) return quota;
      // The database has accepted the session. A person may have many, and the recogniser computes as long for a short segment.
      if (!checkRateLimit(`person ${caller.userId}`)) return fail("request/rate-limited");
      return await inSlot(enterRecogniser(caller.userId), async () => {
        const prompt = await fetchHints(quota.value, language, caller);
        const recognised = await recognise(audio, language, prompt, caller.userId);
        return recognised.ok ? ok({ texts: captionsFromTranscript(recognised.value, language, prompt) }) : recognised;
      });
    }),
  );
}

/** Works in a place that was taken, and gives it back. Without one, the page sends the segment again. */
async function inSlot<T>(leave: ReturnType<EnterSlot>, work: () => Promise<Result<T>>): Promise<Result<T>> {
  if (leave === null) return fail("request/busy");
  try {
    return await work();
  } finally {
    leave();
  }
}

/**
 * The edge function `transcribe`: speech of a participant as text. The body is one segment, a WAV file of 16 kHz, mono,
 * 16 bit. The other parameters are in the query.
 *
 * Errors: `speech/unavailable` if no recogniser is configured or responds; `speech/quota` if today's `QUOTAS.speech` are
 * exhausted; `speech/too-long`; `meeting/not-entered`; `request/invalid` for other or shorter audio; `request/rate-limited`;
 * `request/busy` while too many segments are at the recogniser, which a page sends again.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";

export const TRANSCRIBE = {
  sampleRateHz: 16_000,
  /** Some recognisers fail on less. The page sends 160 ms at least. */
  minSegmentMs: 100,
  maxSegmentMs: 30_000,
  /** Bytes of one segment's file, including its other chunks. */
  maxSegmentBytes: 1_000_000,
  /** Timeout of one request to the recogniser. */
  timeoutMs: 8_000,
  /** Segments of one user in a minute. */
  segmentsPerMinute: 60,
  /** Segments of one user at the recogniser at the same time. A page sends one after each phrase. */
  segmentsAtOnce: 3,
  /** Segments of all users in one process, each with some two megabytes. */
  segmentsInProcess: 32,
  /** Delays before a page sends a segment again that found no place. A segment takes `timeoutMs` at most. */
  busyRetryDelaysMs: [500, 1_000, 2_000, 4_000],
  /** Words of the glossary in the recogniser's prompt. */
  maxHintWords: 200,
} as const;

/** The page makes the `id`. A repeated segment gets the same response. */
export const transcribeQuery = z.object({ call_id: z.guid(), id: z.guid(), language });
export type TranscribeQuery = z.infer<typeof transcribeQuery>;

/** Captions in order, each within `LIMITS.caption`. Empty without speech. */
export const transcribeResponse = z.object({ texts: z.array(z.string()) });
export type TranscribeResponse = z.infer<typeof transcribeResponse>;

/** Response to a GET without a token: whether a recogniser is configured, which a page checks before it records. */
export const transcribeStatus = z.object({ configured: z.boolean() });

/**
 * The edge function `transcribe`: what somebody in a call said, as text. The body is one segment, a WAV of 16 kHz, mono,
 * 16 bit; the rest stands in the query.
 *
 * Errors: `speech/unavailable`: no recogniser is configured, or it does not answer; `speech/quota`: nothing is left of
 * today's `QUOTAS.speech`; `speech/too-long`; `meeting/not-entered`; `request/invalid` for a sound of another kind; `request/rate-limited`.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";

/** Times are milliseconds. */
export const TRANSCRIBE = {
  sampleRateHz: 16_000,
  /** One segment; and its bytes, with whatever else is in the file. */
  maxSegmentMs: 30_000,
  maxBytes: 1_000_000,
  /** Own time limit on one request to the recogniser. */
  timeoutMs: 8_000,
  /** Segments of one person in a minute. */
  perMinute: 60,
  /** Words of the glossary that a recogniser is told. */
  hintWords: 200,
} as const;

/** `id` is made by the page: who sends a segment again is answered the same. */
export const transcribeQuery = z.object({ call_id: z.uuid(), id: z.uuid(), language });
export type TranscribeQuery = z.infer<typeof transcribeQuery>;

/** Captions in their order, each of `LIMITS.caption`; none when nothing was said. */
export const transcribeResponse = z.object({ texts: z.array(z.string()) });
export type TranscribeResponse = z.infer<typeof transcribeResponse>;

/** To a GET, without a token: whether there is a recogniser, so that a page knows it before it records. */
export const transcribeStatus = z.object({ configured: z.boolean() });

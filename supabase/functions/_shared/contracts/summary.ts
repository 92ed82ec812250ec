/**
 * A written summary of a call by the operator's model. It is made once for all readers, from the original lines, and the
 * translation engines translate it for each reader. For users who may read the call, else `meeting/not-entered`.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

/** Apart from `LIMITS`, which every page loads. The database names these limits `summary.…`. */
export const SUMMARY = {
  /** Minimum lines of a call with a summary. */
  minLines: 5,
  /** Bytes (UTF-8) in one request to the model. */
  chunkBytes: 24_000,
  /** Bytes (UTF-8) of one call that the model reads, from its first line. */
  maxBytes: 192_000,
  maxSentences: 16,
  /** Length of one sentence. */
  sentenceLength: { min: 1, max: 500 },
  /** Longer than the whole summary takes. */
  leaseMs: 180_000,
  /** Unusable replies for the same lines. */
  maxAttempts: 3,
  requestsPerMinute: 20,
} as const;

/** Limits of the function alone, without a copy in the database. */
export const SUMMARISE = {
  /** Timeout of one request to the model. */
  timeoutMs: 60_000,
  /** Simultaneous requests to the model. */
  concurrency: 4,
  /** Lines that one sentence may cite. */
  maxLinesPerSentence: 8,
  /** Glossary terms in a prompt. */
  maxTerms: 50,
} as const;

/**
 * A POST to `summarise`. `language` is the reader's language; null for the original. `again` replaces a stale summary by
 * one of the current lines.
 */
export const summariseRequest = z.object({
  call_id: z.guid(),
  language: z.nullable(language),
  again: z._default(z.boolean(), false),
});
export type SummariseRequest = z.infer<typeof summariseRequest>;

/**
 * `under_way`: the summary or its translation is in progress, for this request or another, and `read_summary` will return
 * it. Otherwise `reason` is a code of the catalogue, or null if there is nothing left to do or nothing to summarise.
 */
export const summariseResponse = z.object({ under_way: z.boolean(), reason: z.nullable(z.string()) });
export type SummariseResponse = z.infer<typeof summariseResponse>;

/** `read_summary(p_call_id, p_language)`. */
export const summaryStatus = z.object({
  /** The state of the last attempt. */
  state: z.enum(["none", "claimed", "ready", "failed"]),
  /** A code of the catalogue after a failure. */
  reason: z.nullable(z.string()),
  summary: z.nullable(
    z.object({
      language,
      made_at: time,
      /** Lines were added, deleted or corrected since. */
      stale: z.boolean(),
      /** The number of lines that the model read, from the first, of `lines_all`. */
      lines_read: count,
      lines_all: count,
      sentences: z.array(
        z.object({
          text: z.string(),
          /** In the requested language, if available. */
          translation: z.nullable(z.string()),
          /** The cited lines, in order of time. A sentence whose lines are all deleted is left out. */
          lines: z.array(z.object({ id: z.guid(), at: time })),
        }),
      ),
    }),
  ),
  /** Into the requested language. Null if none is needed. `again`: it exists, but is to be redone with changed terms. */
  translation: z.nullable(
    z.object({
      status: z.enum(["none", "claimed", "ready", "again", "failed", "unavailable"]),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type SummaryStatus = z.infer<typeof summaryStatus>;

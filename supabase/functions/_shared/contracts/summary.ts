/**
 * A written summary of a call, made by the model of whoever runs Parley: of the lines as they were said, once for all its
 * readers, and put into a reader's language by the translation engines. For who may read the call; else `meeting/not-entered`.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

/** Apart from `LIMITS`, which every page carries. Times are milliseconds; the database knows these as `summary.…`. */
export const SUMMARY = {
  /** Lines of a call that is worth one. */
  fewest: 5,
  /** Of what the model reads at once, in bytes of UTF-8; and of all that it reads of one call, the first. */
  part: 24_000,
  bytes: 192_000,
  sentences: 16,
  /** Characters of one. */
  sentence: { min: 1, max: 500 },
  /** Longer than all of a summary takes. */
  lease: 180_000,
  /** Answers of no use, of the same lines. */
  tries: 3,
  asksPerMinute: 20,
} as const;

/** Kept by the function alone. */
export const SUMMARISE = {
  /** Own time limit on one request to the model, and how many of them at once. */
  timeoutMs: 60_000,
  concurrency: 4,
  /** Lines that one sentence may rest upon. */
  maxLinesPerSentence: 8,
  /** Words of the glossary that the model is told. */
  maxTerms: 50,
} as const;

/**
 * `summarise`, a POST. `language`: to be read in; null: as it is. `again`: of the lines as they are now, where there is one
 * of what they were.
 */
export const summariseRequest = z.object({
  call_id: z.uuid(),
  language: z.nullable(language),
  again: z._default(z.boolean(), false),
});
export type SummariseRequest = z.infer<typeof summariseRequest>;

/**
 * `under_way`: it is being made, or put into the language, for this request or another; `read_summary` will have it. Else
 * `reason`, a code of the catalogue: why it is not; null: there is nothing left to do, or nothing to be summed up.
 */
export const summariseResponse = z.object({ under_way: z.boolean(), reason: z.nullable(z.string()) });
export type SummariseResponse = z.infer<typeof summariseResponse>;

/** `read_summary(p_call_id, p_language)`. */
export const summaryStatus = z.object({
  /** Of the last try to make one. */
  state: z.enum(["none", "claimed", "ready", "failed"]),
  /** Why it failed: a code of the catalogue. */
  reason: z.nullable(z.string()),
  summary: z.nullable(
    z.object({
      language,
      made_at: time,
      /** Lines came, went or were corrected since. */
      stale: z.boolean(),
      /** How many of the lines that there were the model was given, from the first on. */
      lines_read: count,
      lines_all: count,
      sentences: z.array(
        z.object({
          text: z.string(),
          /** In the language asked for, where there is one. */
          translation: z.nullable(z.string()),
          /** What it rests upon, in time; deleted ones are gone, and a sentence with them. */
          lines: z.array(z.object({ id: z.uuid(), at: time })),
        }),
      ),
    }),
  ),
  /** Into the language asked for; null where none is needed. `again`: it is there, and to be made anew, by other words. */
  translation: z.nullable(
    z.object({
      status: z.enum(["none", "claimed", "ready", "again", "failed", "unavailable"]),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type SummaryStatus = z.infer<typeof summaryStatus>;

/**
 * The edge function `translate`: requests the translation of lines by id, never of text. Without a language, it translates
 * into all languages read in the call, and the texts arrive as broadcasts. With a language, it translates for a later
 * reader, and the texts are in the response.
 *
 * `coming`: the lines are being posted together right now, so the function waits for them. A request without lines only
 * warms the function and its engines up.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

export const TRANSLATE = {
  /** Requests of one user in a minute: twice the need of a user at all rate limits of writing and speaking. */
  requestsPerMinute: 500,
} as const;

export const translateRequest = z.object({
  lines: z.array(z.guid()).check(z.maxLength(LIMITS.linesPerTranslateRequest)),
  language: z.optional(language),
  coming: z.optional(z.boolean()),
});
export type TranslateRequest = z.infer<typeof translateRequest>;

/**
 * The state of a line in a language after the request. `claimed`: another request is translating it. `reason` is a code of
 * the catalogue; with `ready`, it is the reason why a retranslation failed, and the earlier text stays.
 * `made` is the finished text, of this revision, if the request had a language.
 *
 * `retry_after_ms`: an engine is paused after failures, and may be requested again after this time.
 */
export const translateResponse = z.object({
  results: z.array(
    z.object({
      line_id: z.guid(),
      language,
      status: z.enum(["claimed", "ready", "failed", "unavailable"]),
      reason: z.nullable(z.string()),
      made: z.optional(z.object({ revision: z.int().check(z.positive()), text: z.string() })),
    }),
  ),
  retry_after_ms: z.optional(z.int().check(z.positive())),
});
export type TranslateResponse = z.infer<typeof translateResponse>;

const quotaUsage = z.object({ used: count, limit: z.int().check(z.positive()) });

/**
 * `translation_quota(p_meeting_id)`: characters sent to engines today, for the caller and for the whole meeting.
 * `resets_at` is the next midnight, UTC. Errors: `meeting/not-entered`.
 */
export const translationQuota = z.object({
  user: quotaUsage,
  meeting: quotaUsage,
  resets_at: time,
});
export type TranslationQuota = z.infer<typeof translationQuota>;

/** The error response of all functions, with a code of the catalogue. */
export const functionError = z.object({ error: z.object({ code: z.string() }) });

/**
 * The edge function `translate`: asks for lines to be translated. Never takes text. Without a language: into all that those
 * read who were in their call, for whom the texts arrive as broadcasts. With one: into this alone, for who reads the lines
 * afterwards, with the texts in the answer. `coming`: the lines are being sent just now, together, and are waited for. No
 * lines: there may be some soon, and all that it takes to translate them is started.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

export const TRANSLATE = {
  /** Requests of one person in a minute: twice what who writes and says all that they may asks for. */
  perMinute: 500,
} as const;

export const translateRequest = z.object({
  lines: z.array(z.uuid()).check(z.maxLength(LIMITS.translateBatch)),
  language: z.optional(language),
  coming: z.optional(z.boolean()),
});
export type TranslateRequest = z.infer<typeof translateRequest>;

/**
 * One line in one language after the request. `claimed`: somebody else's request is at it. `reason`: a code of the catalogue;
 * beside `ready` it says why it could not be made again, and the text is the one that stood there.
 * `made`: of what is ready, where a language was asked for; the text is of this revision of the line.
 */
export const translateResponse = z.object({
  results: z.array(
    z.object({
      line_id: z.uuid(),
      language,
      status: z.enum(["claimed", "ready", "failed", "unavailable"]),
      reason: z.nullable(z.string()),
      made: z.optional(z.object({ revision: z.int().check(z.positive()), text: z.string() })),
    }),
  ),
});
export type TranslateResponse = z.infer<typeof translateResponse>;

const quotaUsage = z.object({ used: count, limit: z.int().check(z.positive()) });

/**
 * `translation_quota(p_meeting_id)`: characters sent to engines today by the caller, and for all in the meeting. Who does
 * not take part hears `meeting/not-entered`. `resets_at`: the next midnight, UTC.
 */
export const translationQuota = z.object({
  user: quotaUsage,
  meeting: quotaUsage,
  resets_at: time,
});
export type TranslationQuota = z.infer<typeof translationQuota>;

/** An error of any function: a code of the catalogue. */
export const functionError = z.object({ error: z.object({ code: z.string() }) });

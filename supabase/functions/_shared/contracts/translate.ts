/** The edge function `translate`: asks for lines to be translated into what is read in their meeting. Never takes text. */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { LIMITS } from "./limits.ts";

export const translateRequest = z.object({
  lines: z.array(z.uuid()).check(z.minLength(1), z.maxLength(LIMITS.translateBatch)),
});

/** One line in one language after the request. `claimed`: somebody else's request is at it. Text arrives as a broadcast. */
export const translateAnswer = z.object({
  results: z.array(
    z.object({
      line_id: z.uuid(),
      language,
      status: z.enum(["claimed", "ready", "failed", "unavailable"]),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type TranslateAnswer = z.infer<typeof translateAnswer>;

const spent = z.object({ used: z.int().check(z.nonnegative()), limit: z.int().check(z.positive()) });

/**
 * `translation_quota(meeting_id)`: characters sent to engines today by the caller, and for all in the meeting. Who does
 * not take part hears `meeting/not-entered`. `resets_at`: the next midnight, UTC.
 */
export const translationQuota = z.object({
  user: spent,
  meeting: spent,
  resets_at: z.iso.datetime({ offset: true }),
});
export type TranslationQuota = z.infer<typeof translationQuota>;

/** An error of any function: a code of the catalogue. */
export const functionError = z.object({ error: z.object({ code: z.string() }) });

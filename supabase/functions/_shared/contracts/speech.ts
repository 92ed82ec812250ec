/** Captions that become lines. */
import * as z from "zod/mini";
import type { Language } from "./languages.ts";
import { line } from "./lines.ts";

/**
 * A line for `post_captions(p_call_id, p_captions)`, at most `LIMITS.captionsPerRequest` at once, all stored or none. The
 * page makes the `id`, which identifies a repetition. `ago` is the age of the first word and `ms` the duration, in whole
 * milliseconds. `speaker` is a user id if the caller is that participant's captioner; by default the caller spoke.
 *
 * Errors: `request/not-allowed` for another or a muted speaker; `line/not-kept` if the meeting stores no lines, so that
 * captions go to the peers only; `line/empty|too-long|conflict`, `meeting/ended|not-entered`.
 */
export type CaptionInput = {
  readonly id: string;
  readonly language: Language;
  readonly text: string;
  readonly ago: number;
  readonly ms: number;
  readonly speaker?: string;
};

/** In the order given. */
export const postedCaptions = z.object({ lines: z.array(line) });

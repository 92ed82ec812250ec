/** What is said: captions that become lines. */
import * as z from "zod/mini";
import type { Language } from "./languages.ts";
import { line } from "./lines.ts";

/**
 * One line for `post_captions(p_call_id, p_captions)`, at most `LIMITS.sayBatch` at once. `id` is made by the page and recognises a repeat.
 * `ago`: how long ago the words began, `ms`: how long they took; milliseconds, whole. `speaker`: a user id, of whoever has
 * made the caller their captioner; else the caller spoke.
 *
 * Errors: `request/not-allowed` for another speaker, or one who is muted; `line/not-kept`: the meeting keeps nothing, so
 * captions go to the peers alone; `line/empty|too-long|conflict`, `meeting/ended|not-entered`. All of it is stored or nothing.
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

/** What is said, and what those who were there make of it: captions, corrections, marks, what somebody missed. */
import * as z from "zod/mini";
import { type Language, language } from "./languages.ts";
import { line } from "./meetings.ts";

/**
 * One line for `say(call_id, said)`, at most `LIMITS.sayBatch` at once. `id` is made by the page and recognises a repeat.
 * `ago`: how long ago the words began, `ms`: how long they took; milliseconds, whole. `speaker`: a user id, of whoever has
 * made the caller their captioner; else the caller spoke.
 *
 * Errors: `request/not-allowed` for another speaker, or one who is muted; `line/not-kept`: the meeting keeps nothing, so
 * captions go to the peers alone; `line/empty|too-long|conflict`, `meeting/ended|not-entered`. All of it is stored or nothing.
 */
export type Said = {
  readonly id: string;
  readonly language: Language;
  readonly text: string;
  readonly ago: number;
  readonly ms: number;
  readonly speaker?: string;
};

/** In the order given. */
export const said = z.object({ lines: z.array(line) });

/**
 * `corrections(line_id)`: every wording of a line, oldest first, the present one last. `by`: who made it; null: a recogniser,
 * or an account that is gone.
 */
export const corrections = z.array(
  z.object({
    revision: z.int().check(z.positive()),
    text: z.string(),
    language,
    by: z.nullable(z.uuid()),
    at: z.iso.datetime({ offset: true }),
  }),
);

/** `missed(call_id, after)`: how many lines came after the `seq` (null: all of the call), and those of them with a mark. */
export const missed = z.object({ lines: z.int().check(z.nonnegative()), marks: z.array(line) });

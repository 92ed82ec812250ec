/** What is left of a call: its transcript and its figures, the wordings of a line, what somebody missed. Who may read the call may ask; else `meeting/not-entered`. */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { line } from "./lines.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

/** `call_recap(p_call_id)`. Deleted lines count nowhere. */
export const callSummary = z.object({
  call_id: z.uuid(),
  meeting_id: z.uuid(),
  title: z.nullable(z.string()),
  started_at: time,
  /** Null while somebody is in it. */
  ended_at: z.nullable(time),
  /** In the order of coming. `seconds` from first coming to last leaving, breaks included. */
  attendance: z.array(
    z.object({
      user_id: z.uuid(),
      display_name: z.string(),
      speaks: language,
      reads: language,
      joined_at: time,
      left_at: z.nullable(time),
      seconds: count,
    }),
  ),
  /** Who spoke how long in which language, the longest first. */
  talk: z.array(z.object({ user_id: z.uuid(), language, seconds: count })),
  lines: z.array(z.object({ user_id: z.uuid(), kind: z.enum(["chat", "speech"]), count })),
  /** Read by those who attended, the most read first. */
  languages: z.array(language),
});
export type CallSummary = z.infer<typeof callSummary>;

/** `transcript(p_call_id, p_after_seq)`: `LIMITS.transcriptPage` lines after the `seq` (null: from the first), oldest first. */
export const transcript = z.object({ lines: z.array(line), more: z.boolean() });

/**
 * `lines_with_links(p_call_id)`: those with an address of the web; `lines_with_files(p_call_id)`: those that came with a file. Oldest
 * first, `LIMITS.transcriptPage` of them.
 */
export const foundLines = z.object({ lines: z.array(line), more: z.boolean() });

/**
 * `corrections(p_line_id)`: every wording of a line, oldest first, the present one last. `by`: who made it; null: a recogniser,
 * or an account that is gone.
 */
export const corrections = z.array(
  z.object({
    revision: z.int().check(z.positive()),
    text: z.string(),
    language,
    by: z.nullable(z.uuid()),
    at: time,
  }),
);

/** `missed_lines(p_call_id, p_after_seq)`: how many lines came after the `seq` (null: all of the call), and those of them with a mark. */
export const missed = z.object({ lines: count, marks: z.array(line) });

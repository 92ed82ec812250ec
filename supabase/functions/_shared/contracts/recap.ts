/**
 * A call afterwards: transcript, figures, revisions of a line, missed lines. For users who may read the call, else
 * `meeting/not-entered`.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { line } from "./lines.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

/** `call_recap(p_call_id)`. Deleted lines are not counted. */
export const callSummary = z.object({
  call_id: z.guid(),
  meeting_id: z.guid(),
  title: z.nullable(z.string()),
  host_name: z.nullable(z.string()),
  started_at: time,
  /** Null during the call. */
  ended_at: z.nullable(time),
  /** When the call is deleted. Null during the call. */
  kept_until: z.nullable(time),
  /** The caller may read the whole call. Otherwise the figures count what they may read, and there is no summary. */
  whole: z.boolean(),
  /** The host shared the whole call with everyone who attended it. */
  shared: z.boolean(),
  may_share: z.boolean(),
  /** In order of arrival. `seconds` from first arrival to last departure, including breaks. */
  attendance: z.array(
    z.object({
      user_id: z.guid(),
      display_name: z.string(),
      speaks: language,
      reads: language,
      joined_at: time,
      left_at: z.nullable(time),
      seconds: count,
    }),
  ),
  /** Attendees and those to whom a task was given, in the order of entering the meeting. */
  people: z.array(
    z.object({
      id: z.guid(),
      number: z.int(),
      colour: z.int(),
      name: z.string(),
      /** The id of the picture. Null: pages show the initials. */
      avatar: z.nullable(z.guid()),
    }),
  ),
  /** Talk time by user and language, longest first. The user is null for readers who did not attend the call. */
  talk: z.array(z.object({ user_id: z.nullable(z.guid()), language, seconds: count })),
  /** The part of the call with captions. Null if there are none. */
  captioned: z.nullable(z.object({ from: time, until: time })),
  lines: z.array(z.object({ user_id: z.guid(), kind: z.enum(["chat", "speech"]), count })),
  /** Reading languages of the attendees, most frequent first. */
  languages: z.array(language),
});
export type CallSummary = z.infer<typeof callSummary>;

/** `transcript(p_call_id, p_after_seq)`: a page of the lines after the `seq` (null: from the first), oldest first. */
export const transcript = z.object({ lines: z.array(line), more: z.boolean() });

/** `lines_with_links(p_call_id)` and `lines_with_files(p_call_id)`: at most one page of lines, oldest first. */
export const foundLines = z.object({ lines: z.array(line), more: z.boolean() });

/**
 * `corrections(p_line_id)`: the first text of a line, its last ones (`correctionsPerResponse`) and the current one, oldest
 * first. `by` is the author; null for a recogniser or a deleted account.
 */
export const corrections = z.array(
  z.object({
    revision: z.int().check(z.positive()),
    text: z.string(),
    language,
    by: z.nullable(z.guid()),
    at: time,
  }),
);

/** `proposals(p_line_id)`: the open proposals for a chat message, oldest first. Its author gets all, others their own. */
export const proposals = z.array(z.object({ by: z.guid(), text: z.string(), at: time }));

/** `missed_lines(p_call_id, p_after_seq)`: the number of lines after the `seq` (null: of the whole call), and marked lines. */
export const missed = z.object({ lines: count, marks: z.array(line) });

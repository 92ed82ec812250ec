/** A meeting's lines of chat and speech as the database returns them. See `meetings.ts`. */
import * as z from "zod/mini";

import { sharedFile } from "./files.ts";
import { language } from "./languages.ts";
import { codePointLength, LIMITS } from "./limits.ts";
import { count, seq } from "./numbers.ts";
import { cleanMessage } from "./text/cleanMessage.ts";
import { time } from "./time.ts";

/** A message as written, without outer blanks and without control characters other than line breaks and tabs. */
export const message = z.pipe(z.string(), z.transform(cleanMessage)).check((context) => {
  const length = codePointLength(context.value);
  if (length < LIMITS.message.min) context.issues.push({ code: "custom", message: "line/empty", input: context.value });
  if (length > LIMITS.message.max)
    context.issues.push({ code: "custom", message: "line/too-long", input: context.value });
});

export const translation = z.object({
  language,
  revision: z.int().check(z.positive()),
  /** `claimed`: in progress. `failed`: may be retried. `unavailable`: final. */
  status: z.enum(["claimed", "ready", "failed", "unavailable"]),
  text: z.nullable(z.string()),
  engine: z.nullable(z.string()),
  /** A code of the catalogue, without a text. */
  reason: z.nullable(z.string()),
});
export type Translation = z.infer<typeof translation>;

/** The reactions that a line may have. */
export const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🎉", "🙏", "👏"] as const;
export const emoji = z.enum(REACTIONS);
export type Emoji = z.infer<typeof emoji>;

/** In order of each emoji's first reaction. */
export const reactions = z.array(z.object({ emoji, user_ids: z.array(z.guid()) }));
export type Reactions = z.infer<typeof reactions>;

/** A mark for the recap. */
export const mark = z.object({
  kind: z.enum(["decision", "task", "question"]),
  /** The assignee of a task. */
  who: z.nullable(z.guid()),
  /** A task is done, or a question answered. */
  done: z.boolean(),
  /** The user who set the mark. Null for a deleted account. */
  by: z.nullable(z.guid()),
});
export type Mark = z.infer<typeof mark>;

export const line = z.object({
  id: z.guid(),
  /** Null on the board of a meeting. */
  call_id: z.nullable(z.guid()),
  /** The line that a comment of the board is about. */
  about: z.nullable(z.guid()),
  /** The position in the meeting's timeline. */
  seq,
  /** The `seq` of the last change. The state with the higher value is newer. */
  changed: seq,
  kind: z.enum(["chat", "speech"]),
  /** For speech, the speaker. */
  author: z.guid(),
  language,
  /** Empty after deletion. */
  text: z.string(),
  /** Increases with each edit and with the deletion. */
  revision: z.int().check(z.positive()),
  /** A line of this meeting. Participants who arrived later may not have it. */
  reply_to: z.nullable(z.guid()),
  /** User ids of participants. */
  mentions: z.array(z.guid()),
  forwarded: z.boolean(),
  /** True also for corrected speech. */
  edited: z.boolean(),
  deleted: z.boolean(),
  /** Ephemeral: the meeting stores no lines, so users can only reply to it and copy it. */
  fleeting: z.boolean(),
  created_at: time,
  /** For speech: the start by the server's clock, and the duration in milliseconds. */
  spoken_at: z.nullable(time),
  spoken_ms: z.nullable(count),
  /** The captioner who typed it for the speaker. Null for a recogniser. */
  typed_by: z.nullable(z.guid()),
  /** The user who last corrected the text. */
  corrected_by: z.nullable(z.guid()),
  /** The first wording that the history has. Null for lines without a history. */
  original: z.nullable(z.object({ text: z.string(), language })),
  /** Open proposals for another wording. */
  proposals: count,
  mark: z.nullable(mark),
  /** Its bytes are served at `/files/:id`, under the line's id. */
  file: z.nullable(sharedFile),
  translations: z.array(translation),
  reactions,
});
export type Line = z.infer<typeof line>;

/** `history(p_call_id, p_before_seq)`: a page of lines before the `seq` (null: the newest), oldest first. */
export const history = z.object({ lines: z.array(line), more: z.boolean() });

/** `react_to_line(p_line_id, p_emoji, p_given)`: the line's reactions afterwards. */
export const reacted = z.object({ line_id: z.guid(), reactions });

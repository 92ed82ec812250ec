/** Shapes of a meeting's lines, of chat and of speech, as the database gives them; see `meetings.ts`. */
import * as z from "zod/mini";

import { sharedFile } from "./files.ts";
import { language } from "./languages.ts";
import { codePointLength, LIMITS } from "./limits.ts";
import { count, seq } from "./numbers.ts";
import { time } from "./time.ts";

/** What a person wrote is kept as written, but for controls other than line breaks and tabs, and blanks at its ends. */
export const message = z
  .pipe(
    z.string(),
    z.transform((text) =>
      text
        .replace(/\r\n?/gu, "\n")
        .replace(/[^\P{Cc}\n\t]/gu, "")
        .trim(),
    ),
  )
  .check((context) => {
    const length = codePointLength(context.value);
    if (length < LIMITS.message.min)
      context.issues.push({ code: "custom", message: "line/empty", input: context.value });
    if (length > LIMITS.message.max)
      context.issues.push({ code: "custom", message: "line/too-long", input: context.value });
  });

export const translation = z.object({
  language,
  revision: z.int().check(z.positive()),
  /** `claimed`: an engine is at it. `failed`: may be tried again. `unavailable`: final. */
  status: z.enum(["claimed", "ready", "failed", "unavailable"]),
  text: z.nullable(z.string()),
  engine: z.nullable(z.string()),
  /** A code of the catalogue, when there is no text. */
  reason: z.nullable(z.string()),
});
export type Translation = z.infer<typeof translation>;

/** What may be put under a line: names of marks, as they are shown. */
export const REACTIONS = ["👍", "❤️", "😂", "😮", "😢", "🎉", "🙏", "👏"] as const;
export const emoji = z.enum(REACTIONS);
export type Emoji = z.infer<typeof emoji>;

/** In the order in which each was first given. */
export const reactions = z.array(z.object({ emoji, user_ids: z.array(z.uuid()) }));
export type Reactions = z.infer<typeof reactions>;

/** What a line is to those who come back to it. */
export const mark = z.object({
  kind: z.enum(["decision", "task", "question"]),
  /** Of a task: whose it is. */
  who: z.nullable(z.uuid()),
  /** Of a task; of a question: answered. */
  done: z.boolean(),
  /** Who set it so; null: their account is gone. */
  by: z.nullable(z.uuid()),
});
export type Mark = z.infer<typeof mark>;

export const line = z.object({
  id: z.uuid(),
  call_id: z.uuid(),
  /** Its place in the meeting's timeline. */
  seq,
  /** The `seq` of its last change: of two states of a line the one with the higher is the newer. */
  changed: seq,
  kind: z.enum(["chat", "speech"]),
  /** Of speech: who spoke. */
  author: z.uuid(),
  language,
  /** Empty once deleted. */
  text: z.string(),
  /** Rises with each edit and with the deletion. */
  revision: z.int().check(z.positive()),
  /** A line of this meeting; whoever came later may not have it. */
  reply_to: z.nullable(z.uuid()),
  /** User ids of participants. */
  mentions: z.array(z.uuid()),
  forwarded: z.boolean(),
  /** Or, of speech, corrected. */
  edited: z.boolean(),
  deleted: z.boolean(),
  /** Of a meeting that keeps nothing: there is no row of it, so that it can be answered and copied, no more. */
  fleeting: z.boolean(),
  created_at: time,
  /** Of speech alone: when the words began, by the server's clock, how many milliseconds they took. */
  spoken_at: z.nullable(time),
  spoken_ms: z.nullable(count),
  /** Who typed it for the speaker; null: a recogniser. */
  typed_by: z.nullable(z.uuid()),
  /** Whose the present wording is, when it was corrected. */
  corrected_by: z.nullable(z.uuid()),
  mark: z.nullable(mark),
  /** What came with it. Its bytes are had at `/files/:id`, under the line's id. */
  file: z.nullable(sharedFile),
  translations: z.array(translation),
  reactions,
});
export type Line = z.infer<typeof line>;

/** `history(p_call_id, p_before_seq)`: a page of lines before `before` (null: the newest), oldest first. */
export const history = z.object({ lines: z.array(line), more: z.boolean() });

/** `react_to_line(p_line_id, p_emoji, p_given)`: how the line stands after it. */
export const reacted = z.object({ line_id: z.uuid(), reactions });

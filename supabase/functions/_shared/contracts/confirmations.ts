/** "Did everybody get it?": a decision or task of a call that was put to everybody who attended it. */
import * as z from "zod/mini";
import { CONFIRMATION_ANSWERS } from "./confirmationAnswers.ts";
import { language } from "./languages.ts";
import { line } from "./lines.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

/** People listed for each confirmation. `counts` counts all. */
export const LISTED_PEOPLE = 50;

export const confirmationAnswer = z.enum(CONFIRMATION_ANSWERS);

export const confirmationPerson = z.object({
  user_id: z.guid(),
  number: z.int(),
  colour: z.int(),
  display_name: z.string(),
  reads: language,
  /** The task is theirs, so they answer first. */
  owner: z.boolean(),
  /** About the current wording. Null: no answer, which is never a yes. */
  answer: z.nullable(confirmationAnswer),
  answered_at: z.nullable(time),
  /** The line with the question or the own wording. */
  words: z.nullable(z.guid()),
  /** The language in which the person read the line, and its text at that time. Null: the original, or no stored text. */
  read_language: z.nullable(language),
  read_text: z.nullable(z.string()),
  /** They answered an earlier wording. */
  answered_before: z.boolean(),
});
export type ConfirmationPerson = z.infer<typeof confirmationPerson>;

export const confirmation = z.object({
  line_id: z.guid(),
  call_id: z.guid(),
  meeting_id: z.guid(),
  /** Null for a deleted account. */
  asked_by: z.nullable(z.guid()),
  /** When the current wording was put to everybody. */
  asked_at: time,
  /** Revision of the line. Answers belong to it. */
  revision: z.int().check(z.positive()),
  /** The caller attended the call. */
  asks_me: z.boolean(),
  /** The caller answers after the owner of the task. */
  waits_for_owner: z.boolean(),
  /** The caller may change the kind of the mark and the owner of the task. */
  may_mark: z.boolean(),
  counts: z.object({ asked: count, understood: count, unclear: count, different: count }),
  people: z.array(confirmationPerson).check(z.maxLength(LISTED_PEOPLE)),
});
export type Confirmation = z.infer<typeof confirmation>;

/** `ask_confirmation` and `answer_confirmation`: the confirmation with its line, questions and wordings. */
export const confirmationResult = z.object({ confirmation, lines: z.array(line) });
export type ConfirmationResult = z.infer<typeof confirmationResult>;

/** A calendar day: `2026-12-01`. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/u));

/**
 * `call_confirmations(p_call_id, p_after)`: oldest line first, in pages of a bounded size. `next` is `p_after` of the next page,
 * null on the last. The first page has `tasks`, the dates of all marked tasks of the call.
 */
export const callConfirmations = z.object({
  confirmations: z.array(confirmation),
  lines: z.array(line),
  next: z.nullable(z.int()),
  may_ask: z.boolean(),
  tasks: z.array(z.object({ line_id: z.guid(), due_on: z.nullable(day), marked_at: time })),
});
export type CallConfirmations = z.infer<typeof callConfirmations>;

/** `home_confirmations()`: the newest of the calls that the caller attended, those that wait for the caller first. */
export const homeConfirmations = z.array(
  z.object({
    line_id: z.guid(),
    meeting_id: z.guid(),
    call_id: z.guid(),
    title: z.nullable(z.string()),
    host_name: z.nullable(z.string()),
    kind: z.enum(["decision", "task"]),
    text: z.string(),
    language,
    /** In the language that the caller reads. Null if there is none, or if the text is in that language. */
    translation: z.nullable(z.string()),
    reads: z.nullable(language),
    /** The caller has not answered the current wording. */
    waits_for_me: z.boolean(),
    counts: z.object({ asked: count, understood: count, unclear: count, different: count }),
  }),
);
export type HomeConfirmation = z.infer<typeof homeConfirmations>[number];

/** The secret of a link in an email. */
export const confirmationToken = z.string().check(z.regex(/^[0-9a-f]{64}$/u));

/** `confirmation_by_link(p_token)`, also for visitors: what the page of the link shows. */
export const linkedConfirmation = z.object({
  line_id: z.guid(),
  revision: z.int().check(z.positive()),
  kind: z.enum(["decision", "task"]),
  title: z.nullable(z.string()),
  host_name: z.nullable(z.string()),
  said_at: time,
  /** Null: not chosen. */
  time_zone: z.nullable(z.string()),
  /** The author of the line. */
  author: z.string(),
  /** Another person who corrected or typed the words. */
  writer: z.nullable(z.string()),
  text: z.string(),
  language,
  reads: language,
  /** Into `reads`. Null: no engine has translated it. */
  translation: z.nullable(z.string()),
  answer: z.nullable(confirmationAnswer),
  words: z.nullable(z.string()),
  /** The person of the link gets emails like the one with the link. */
  emails: z.boolean(),
});
export type LinkedConfirmation = z.infer<typeof linkedConfirmation>;

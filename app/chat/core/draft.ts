/** What is being written: a line, perhaps an answer, and beside it the other words for a line that is being changed. */
import * as z from "zod/mini";
import { language } from "#contracts/languages.ts";

const draftText = z.object({
  text: z.string(),
  chosen: z.array(z.object({ userId: z.string(), word: z.string() })),
  /** As its writer says; null: as it looks. */
  language: z.nullable(language),
});
export type DraftText = z.infer<typeof draftText>;

const draft = z.extend(draftText, {
  /** Id of the line that is answered. */
  replyTo: z.nullable(z.string()),
  /** While a line is changed, what was being written waits. `was`: what stood in the field at first. */
  edit: z.nullable(z.extend(draftText, { id: z.string(), was: z.string() })),
  /** Other words for lines, by id, that were left for something else: they are there when it is changed again. */
  left: z.record(z.string(), draftText),
});
export type Draft = z.infer<typeof draft>;

const EMPTY_TEXT: DraftText = { text: "", chosen: [], language: null };
export const EMPTY_DRAFT: Draft = { ...EMPTY_TEXT, replyTo: null, edit: null, left: {} };

const isEmpty = ({ text, replyTo, edit, left }: Draft) =>
  text === "" && replyTo === null && edit === null && Object.keys(left).length === 0;

export function parseDraft(stored: string | null): Draft {
  try {
    const parsed = draft.safeParse(JSON.parse(stored ?? "null"));
    if (parsed.success) return parsed.data;
  } catch {
    // Unreadable storage holds nothing.
  }
  return EMPTY_DRAFT;
}

/** `null`: there is nothing to keep. */
export const serializeDraft = (what: Draft): string | null => (isEmpty(what) ? null : JSON.stringify(what));

/** The words in the field now. */
export const activeText = ({ text, chosen, language: said, edit }: Draft): DraftText =>
  edit ?? { text, chosen, language: said };

/** An empty field says nothing of its language. */
export function withText(what: Draft, change: Partial<DraftText>): Draft {
  const next = change.text === "" ? { ...change, language: null } : change;
  return what.edit === null ? { ...what, ...next } : { ...what, edit: { ...what.edit, ...next } };
}

/** The line is changed. Words that were left for it come back, unless it is about others. */
export function withEdit(what: Draft, id: string, first: Omit<DraftText, "language">, others = false): Draft {
  const { left, ...rest } = withoutEdit(what);
  const { [id]: before, ...further } = left;
  const { text, chosen, language: said } = (others ? undefined : before) ?? { ...first, language: null };
  return { ...rest, left: further, edit: { id, was: first.text, text, chosen, language: said } };
}

/** Something else is done: what was typed for a line stays with it. */
export function withoutEdit(what: Draft): Draft {
  if (what.edit === null) return what;
  const { id, was, ...typed } = what.edit;
  const isChanged = typed.text !== was || typed.language !== null;
  return { ...what, edit: null, left: isChanged ? { ...what.left, [id]: typed } : what.left };
}

export const withReply = (what: Draft, replyTo: string): Draft => ({ ...withoutEdit(what), replyTo });

/** It was sent: what waits is another line's. */
export const afterSending = (what: Draft): Draft =>
  what.edit === null ? { ...EMPTY_DRAFT, left: what.left } : { ...what, edit: null };

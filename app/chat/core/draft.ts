/** The unsent text of the message field: a new line or a reply, and the text of a line that is being edited. */
import * as z from "zod/mini";
import { language } from "#contracts/languages.ts";
import { type Persisted, persisted } from "../../lib/persisted.ts";
import type { KeyValueStorage } from "../../lib/storage.ts";

const draftTextSchema = z.object({
  text: z.string(),
  chosen: z.array(z.object({ userId: z.string(), word: z.string() })),
  /** The language that the writer chose; null: detected. */
  language: z.nullable(language),
});
export type DraftText = z.infer<typeof draftTextSchema>;

const draftSchema = z.extend(draftTextSchema, {
  /** Id of the line that the draft replies to. */
  replyTo: z.nullable(z.string()),
  /** The line that is being edited; the rest of the draft waits. `was`: the text at the start of the edit. */
  edit: z.nullable(z.extend(draftTextSchema, { id: z.string(), was: z.string() })),
  /** Unfinished edits by line id. They are restored when the line is edited again. */
  left: z.record(z.string(), draftTextSchema),
});
export type Draft = z.infer<typeof draftSchema>;

const EMPTY_TEXT: DraftText = { text: "", chosen: [], language: null };
export const EMPTY_DRAFT: Draft = { ...EMPTY_TEXT, replyTo: null, edit: null, left: {} };

const isEmpty = ({ text, replyTo, edit, left }: Draft) =>
  text === "" && replyTo === null && edit === null && Object.keys(left).length === 0;

/** The draft in one storage. An empty draft removes the stored value. */
export function persistedDraft(storage: () => KeyValueStorage, key: string): Persisted<Draft> {
  const stored = persisted(storage, key, draftSchema);
  return {
    read: stored.read,
    write: (draft) => stored.write(draft === null || isEmpty(draft) ? null : draft),
  };
}

/** Returns the text that the field shows. */
export const activeText = ({ edit, text, chosen, language }: Draft): DraftText => edit ?? { text, chosen, language };

/** Changes the text in the field. An empty field resets the chosen language. */
export function withText(draft: Draft, change: Partial<DraftText>): Draft {
  const next = change.text === "" ? { ...change, language: null } : change;
  return draft.edit === null ? { ...draft, ...next } : { ...draft, edit: { ...draft.edit, ...next } };
}

/** Starts editing a line. Restores an unfinished edit of the line, unless `discardUnfinished`. */
export function withEdit(
  draft: Draft,
  id: string,
  first: Omit<DraftText, "language">,
  discardUnfinished = false,
): Draft {
  const { left, ...rest } = withoutEdit(draft);
  const { [id]: unfinished, ...otherEdits } = left;
  const typed = (discardUnfinished ? undefined : unfinished) ?? { ...first, language: null };
  return { ...rest, left: otherEdits, edit: { ...typed, id, was: first.text } };
}

/** Leaves the edit and stores its text as unfinished, if it was changed. */
export function withoutEdit(draft: Draft): Draft {
  if (draft.edit === null) return draft;
  const { id, was, ...typed } = draft.edit;
  const isChanged = typed.text !== was || typed.language !== null;
  return { ...draft, edit: null, left: isChanged ? { ...draft.left, [id]: typed } : draft.left };
}

export const withReply = (draft: Draft, replyTo: string): Draft => ({ ...withoutEdit(draft), replyTo });

/** Returns the draft after its line or edit was sent. */
export const afterSending = (draft: Draft): Draft =>
  draft.edit === null ? { ...EMPTY_DRAFT, left: draft.left } : { ...draft, edit: null };

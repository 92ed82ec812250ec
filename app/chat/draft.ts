/** What is being written: a line, perhaps an answer, and beside it the other words for a line that is being changed. */
import * as z from "zod/mini";

const words = { text: z.string(), chosen: z.array(z.object({ userId: z.string(), word: z.string() })) };

const draft = z.object({
  ...words,
  /** Id of the line that is answered. */
  replyTo: z.nullable(z.string()),
  /** While a line is changed, what was being written waits. */
  edit: z.nullable(z.object({ id: z.string(), ...words })),
});
export type Draft = z.infer<typeof draft>;

export const EMPTY_DRAFT: Draft = { text: "", chosen: [], replyTo: null, edit: null };

const isEmpty = ({ text, replyTo, edit }: Draft) => text === "" && replyTo === null && edit === null;

export function readDraft(stored: string | null): Draft {
  try {
    const parsed = draft.safeParse(JSON.parse(stored ?? "null"));
    if (parsed.success) return parsed.data;
  } catch {
    // Unreadable storage holds nothing.
  }
  return EMPTY_DRAFT;
}

/** `null`: there is nothing to keep. */
export const storeDraft = (what: Draft): string | null => (isEmpty(what) ? null : JSON.stringify(what));

/** The words in the field now. */
export const wordsOf = ({ text, chosen, edit }: Draft): Pick<Draft, "text" | "chosen"> => edit ?? { text, chosen };

export const withWords = (what: Draft, words: Partial<Pick<Draft, "text" | "chosen">>): Draft =>
  what.edit === null ? { ...what, ...words } : { ...what, edit: { ...what.edit, ...words } };

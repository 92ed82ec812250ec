/** The note below the words of a confirmation, in an email and on the page of its link. */
import { CONFIRMATION_TEXTS, type ConfirmationLanguage, fillText, languageNameIn } from "./confirmationTexts.ts";
import type { Language } from "./languages.ts";

export interface ConfirmedWords {
  readonly author: string;
  /** Another person who corrected or typed the words. */
  readonly writer: string | null;
  readonly language: Language;
  readonly reads: Language;
  /** Null: the reader reads the original's language, or no engine has translated it. */
  readonly translation: string | null;
}

/** States whose original it is, or that there is no translation, and the writer. Null: nothing of this. */
export function confirmationNote(code: ConfirmationLanguage, words: ConfirmedWords): string | null {
  const { author, writer, language, reads, translation } = words;
  const texts = CONFIRMATION_TEXTS[code];
  const original = languageNameIn(code, language);
  const notes: string[] = [];
  if (translation !== null) notes.push(fillText(texts.saidBy, { name: author, language: original }));
  else if (language !== reads)
    notes.push(fillText(texts.untranslated, { wanted: languageNameIn(code, reads), language: original }));
  if (writer !== null) notes.push(fillText(texts.writtenBy, { name: writer }));
  return notes.length === 0 ? null : notes.join(" · ");
}

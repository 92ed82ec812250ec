/** Reads the glossary's forms without validation. */
import type { TermValues } from "./glossaryView.ts";

const fieldText = (form: FormData, field: string): string => {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
};
const fieldTexts = (form: FormData, field: string): string[] =>
  form.getAll(field).filter((value) => typeof value === "string");

/** Translations are pairs of `to` and `word`, in order. */
export function termValuesOf(form: FormData): TermValues {
  const words = fieldTexts(form, "word");
  return {
    id: fieldText(form, "id"),
    term: fieldText(form, "term"),
    language: fieldText(form, "language"),
    never: form.has("never"),
    // Limits a forged form. There are fewer languages.
    translations: fieldTexts(form, "to")
      .slice(0, 100)
      .map((to, place) => ({ language: to, word: words[place] ?? "" })),
    note: fieldText(form, "note"),
    changedAt: fieldText(form, "changed_at"),
  };
}

export const importTextOf = (form: FormData): string => fieldText(form, "text");

/** Returns the calls in which to retranslate a term. */
export const callIdsOf = (form: FormData): string[] => fieldTexts(form, "call");

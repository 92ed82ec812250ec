/** What was typed into the forms of a glossary, as it is. */
import type { TermValues } from "../view.ts";

const said = (form: FormData, field: string): string => {
  const value = form.get(field);
  return typeof value === "string" ? value : "";
};
const all = (form: FormData, field: string): string[] =>
  form.getAll(field).filter((value) => typeof value === "string");

/** Translations are pairs of `to` and `word`, in order. */
export function typedTerm(form: FormData): TermValues {
  const words = all(form, "word");
  return {
    id: said(form, "id"),
    term: said(form, "term"),
    language: said(form, "language"),
    never: form.has("never"),
    // More than there are languages meant no term.
    translations: all(form, "to")
      .slice(0, 100)
      .map((to, place) => ({ language: to, word: words[place] ?? "" })),
    note: said(form, "note"),
    changedAt: said(form, "changed_at"),
  };
}

export const typedRows = (form: FormData): string => said(form, "text");

/** The calls in which a term is to be translated again. */
export const typedCalls = (form: FormData): string[] => all(form, "call");

/** Converts the database's terms into the rows of the glossary page. */
import type { Term } from "#contracts/glossary.ts";
import { isLanguage, type Language } from "#contracts/languages.ts";
import type { TermView } from "./glossaryView.ts";

/** Titles of the meetings to which the reader has access, by id. */
export type MeetingTitles = ReadonlyMap<string, string>;

/** Puts proposals first, the oldest first. Other terms keep the database's order. */
export function sortTerms(terms: readonly Term[]): Term[] {
  const oldest = terms
    .filter(({ state }) => state === "proposed")
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  return [...oldest, ...terms.filter(({ state }) => state === "approved")];
}

export const toTermView = (term: Term, titles: MeetingTitles): TermView => ({
  id: term.id,
  term: term.term,
  language: term.language,
  never: term.never,
  translations: Object.entries(term.translations).flatMap(([code, word]) => (isLanguage(code) ? [[code, word]] : [])),
  note: term.note,
  state: term.state,
  meeting: (term.meeting_id !== null && titles.get(term.meeting_id)) || null,
  changedAt: term.changed_at,
});

/**
 * Returns a value that differs after each change of the terms: their number, and the time of the last change. The removal of
 * a term changes the number.
 */
export const termsVersion = (terms: readonly { readonly changedAt: string }[]): string =>
  `${terms.length} ${terms.reduce((last, { changedAt }) => (changedAt > last ? changedAt : last), "")}`;

/** Returns how often each language occurs in the terms and their translations. */
export function countLanguages(terms: readonly Term[]): Map<Language, number> {
  const uses = new Map<Language, number>();
  const add = (code: string) => isLanguage(code) && uses.set(code, (uses.get(code) ?? 0) + 1);
  for (const { language, translations } of terms) {
    add(language);
    for (const code in translations) add(code);
  }
  return uses;
}

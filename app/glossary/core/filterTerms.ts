/** Filters terms by text, language and state. */
import type { Language } from "#contracts/languages.ts";
import { foldText } from "~/lib/foldText.ts";
import type { TermView } from "./glossaryView.ts";

export interface TermFilter {
  readonly text: string;
  /** Empty: any. */
  readonly language: Language | "";
  readonly state: TermView["state"] | "";
}

/** Searches terms, translations and notes without regard to accents and case. A language also matches by a translation. */
export function filterTerms(terms: readonly TermView[], { text, language, state }: TermFilter): readonly TermView[] {
  const foldedQuery = foldText(text.trim());
  return terms.filter(
    (term) =>
      (state === "" || term.state === state) &&
      (language === "" || term.language === language || term.translations.some(([code]) => code === language)) &&
      (foldedQuery === "" ||
        [term.term, term.note, ...term.translations.map(([, word]) => word)].some((candidate) =>
          foldText(candidate).includes(foldedQuery),
        )),
  );
}

/** Terms found as one types, and by what they are. */
import type { Language } from "#contracts/languages.ts";
import { plain } from "~/ui/search.ts";
import type { TermView } from "../view.ts";

export interface Wanted {
  readonly text: string;
  /** Empty: any. */
  readonly language: Language | "";
  readonly state: TermView["state"] | "";
}

/** By the term, its translations and its note, without regard to accents and case; a language is the term's or a translation's. */
export function findTerms(terms: readonly TermView[], { text, language, state }: Wanted): readonly TermView[] {
  const typed = plain(text);
  return terms.filter(
    (term) =>
      (state === "" || term.state === state) &&
      (language === "" || term.language === language || term.translations.some(([code]) => code === language)) &&
      (typed === "" ||
        [term.term, term.note, ...term.translations.map(([, word]) => word)].some((one) => plain(one).includes(typed))),
  );
}

/** Chooses the terms of `/glossary` that the server renders. All others load in the browser. */
import type { Term } from "#contracts/glossary.ts";
import { foldText } from "~/lib/foldText.ts";
import type { TermFilter } from "../core/filterTerms.ts";
import { sortTerms } from "../core/termViews.ts";

/** Terms that the server renders. A glossary with no more of them needs no request of the browser. */
const TERMS_PER_PAGE = 50;

/** Translations that the server renders, beyond which a page has fewer terms. A page has at least one term. */
const TRANSLATIONS_PER_PAGE = 400;

interface TermPage {
  readonly terms: readonly Term[];
  /** Number of the first term of the next page, or null. */
  readonly next: number | null;
}

/** Returns the page that begins with the matching term number `from`. A short glossary is one page and is not filtered. */
export function termPage(all: readonly Term[], filter: TermFilter, from: number): TermPage {
  const sorted = sortTerms(all);
  if (pageLength(sorted) === sorted.length) return { terms: sorted, next: null };
  const rest = matchingTerms(sorted, filter).slice(from);
  const terms = rest.slice(0, pageLength(rest));
  return { terms, next: terms.length < rest.length ? from + terms.length : null };
}

function pageLength(terms: readonly Term[]): number {
  let translations = 0;
  const end = terms.slice(0, TERMS_PER_PAGE).findIndex((term) => {
    translations += Object.keys(term.translations).length;
    return translations > TRANSLATIONS_PER_PAGE;
  });
  return end === -1 ? Math.min(terms.length, TERMS_PER_PAGE) : Math.max(1, end);
}

/** Ignores accents in terms only: to fold all translations of a full glossary takes a tenth of a second. */
function matchingTerms(terms: readonly Term[], { text, language, state }: TermFilter): readonly Term[] {
  const query = text.trim();
  const [folded, lowered] = [foldText(query), query.toLowerCase()];
  return terms.filter(
    (term) =>
      (state === "" || term.state === state) &&
      (language === "" || term.language === language || term.translations[language] !== undefined) &&
      (query === "" ||
        foldText(term.term).includes(folded) ||
        [term.note, ...Object.values(term.translations)].some((words) => words.toLowerCase().includes(lowered))),
  );
}

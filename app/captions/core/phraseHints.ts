import type { TermEntry } from "#contracts/glossary.ts";
import type { Language } from "#contracts/languages.ts";

/** What a recogniser of this language is told beforehand: terms as they are said in it, names that are the same in all. */
export const phraseHintsFor = (terms: readonly TermEntry[], language: Language): readonly string[] => [
  ...new Set(
    terms.flatMap(({ term, language: own, never, translations }) =>
      own === language || never ? [term] : (translations[language] ?? []),
    ),
  ),
];

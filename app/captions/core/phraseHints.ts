import type { TermEntry } from "#contracts/glossary.ts";
import type { Language } from "#contracts/languages.ts";

/** Returns the terms that a recogniser of this language should expect, including names that are equal in all languages. */
export const phraseHintsFor = (terms: readonly TermEntry[], language: Language): readonly string[] => [
  ...new Set(
    terms.flatMap(({ term, language: own, never, translations }) =>
      own === language || never ? [term] : (translations[language] ?? []),
    ),
  ),
];

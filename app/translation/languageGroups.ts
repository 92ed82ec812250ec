/** The order of a list of languages: the likely ones, the translated ones, then those without translation. */
import { isTranslatable, type LanguagePairs, translatesAnything } from "#contracts/languagePairs.ts";
import { LANGUAGE_CODES, LANGUAGES, type Language } from "#contracts/languages.ts";
import { foldText } from "../lib/foldText.ts";

/** The engines' pairs, and whether the language is spoken (`from`) or read (`to`). */
export interface LanguageTranslation {
  readonly pairs: LanguagePairs;
  readonly side: "from" | "to";
}

/** The languages that a visitor chooses from. */
export interface LanguageChoice {
  /** The browser's preferred languages. */
  readonly suggested: readonly Language[];
  readonly pairs: LanguagePairs;
}

export interface LanguageGroup {
  readonly label: "language.likely" | "language.all" | "language.translated" | "language.originalOnly";
  readonly codes: readonly Language[];
  /** Those of `codes` that no engine translates. */
  readonly originalOnly: readonly Language[];
}

/** Compares code points instead of using a locale: the order is the same on the server and in every browser. */
const sortKey = (code: Language) => foldText(LANGUAGES[code].name);
const SORTED_CODES = [...LANGUAGE_CODES].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));

/** Without engines, or while their pairs are unknown, nothing is told apart. */
const isMarked = (translation: LanguageTranslation | undefined): translation is LanguageTranslation =>
  translation !== undefined && translation.pairs !== null && translatesAnything(translation.pairs);

const isOriginalOnly = (code: Language, translation: LanguageTranslation | undefined): boolean =>
  isMarked(translation) && !isTranslatable(translation.pairs, translation.side, code);

/** Returns the groups without the empty ones. `suggested` comes first in its own order, whether translated or not. */
export function groupLanguages(
  suggested: readonly Language[],
  translation: LanguageTranslation | undefined,
): readonly LanguageGroup[] {
  const likely = [...new Set(suggested)];
  const others = SORTED_CODES.filter((code) => !likely.includes(code));
  const isWithout = (code: Language) => isOriginalOnly(code, translation);
  const groups = [
    { label: "language.likely", codes: likely },
    {
      label: isMarked(translation) ? "language.translated" : "language.all",
      codes: others.filter((code) => !isWithout(code)),
    },
    { label: "language.originalOnly", codes: others.filter(isWithout) },
  ] as const;
  return groups
    .filter(({ codes }) => codes.length > 0)
    .map((group) => ({ ...group, originalOnly: group.codes.filter(isWithout) }));
}

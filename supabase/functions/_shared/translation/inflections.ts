/**
 * Endings and prefixes with which a word still matches a term. This is no grammar: it covers common forms, and never so
 * many that another word matches.
 */
import type { Language } from "../contracts/languages.ts";

/** The minimum length of a term in characters. A shorter one with an ending is often another word. Hangul counts syllables. */
export const minInflectedLength = (language: Language): number => (language === "ko" ? 2 : 3);

const APOSTROPHE_SUFFIX = /^'\p{L}{1,8}$/u;
const KOREAN =
  /^(?:들?(?:은|는|이|가|을|를|의|에|에서|에게|와|과|도|만)|들|로|으로|까지|부터|나|이나|랑|이랑|처럼|보다|이다|입니다)$/u;

/** Patterns of the complete ending after a term. Italian has none, because its plurals change the stem. */
const ENDINGS: Partial<Record<Language, RegExp>> = {
  ca: /^(?:s|es)$/u,
  cs: /^(?:[aeiouyěíéůá]|ou|em|ům|ách|ech|ích|ami|emi|ovi|mi|ám|ím)$/u,
  da: /^(?:s|e|r|en|et|er|ne|ens|ers)$/u,
  de: /^(?:s|es|n|en|e)$/u,
  en: /^(?:'s|s|es)$/u,
  es: /^(?:s|es)$/u,
  fi: /^[':]\p{L}{1,8}$/u,
  fr: /^(?:s|x)$/u,
  gl: /^(?:s|es)$/u,
  ko: KOREAN,
  nb: /^(?:s|e|a|r|en|et|er|ne|ens|ers)$/u,
  nl: /^(?:'s|s|en|e)$/u,
  pl: /^(?:[aeiouyęąóm]|om|ów|em|ie|iem|ach|ami|owi|ia|iu|ię|ią|ii|ej|ych|ym|ego|emu)$/u,
  pt: /^(?:s|es)$/u,
  ru: /^(?:[аяуюеёиыоь]|ой|ей|ёй|ою|ею|ом|ем|ём|ам|ям|ах|ях|ов|ев|ёв|ами|ями|ью|ию|ии|ие|ия|ий|ые|ый|ых|ым|ого|ому)$/u,
  sk: /^(?:[aeiouyíéáý]|ou|om|em|ov|och|ách|iam|ami|ovi|mi|ám|ím|ia)$/u,
  sv: /^(?:s|n|r|en|et|ar|er|or|na|ens|ets)$/u,
  tr: APOSTROPHE_SUFFIX,
  uk: /^(?:[аяуюеєиіїоь]|ой|ей|ою|ею|єю|ом|ем|єм|ам|ям|ах|ях|ів|їв|ові|еві|єві|ами|ями|ію|ії|ія)$/u,
};

/** Final vowels that an ending replaces, in languages with cases: книга, книги. */
const ELIDED_VOWEL: Partial<Record<Language, RegExp>> = {
  cs: /[aeoyií]$/u,
  pl: /[aeoyi]$/u,
  ru: /[аяоеьйыи]$/u,
  sk: /[aeoyií]$/u,
  uk: /[аяоеьйиії]$/u,
};

/** Prefixes alone, and combined in the order of writing. */
const PREFIXES: Partial<Record<Language, readonly string[]>> = {
  ar: ordered(["و", "ف"], ["ب", "ل", "ك"], ["ال"]).concat("لل", "ولل", "فلل"),
  he: ordered(["ו"], ["ש", "כש"], ["ב", "ל", "כ", "מ"], ["ה"]),
};

function ordered(...groups: readonly (readonly string[])[]): string[] {
  let prefixes = [""];
  for (const group of groups)
    prefixes = prefixes.concat(prefixes.flatMap((prefix) => group.map((next) => prefix + next)));
  return prefixes.filter((prefix) => prefix !== "");
}

/** `ending` is the folded text from the end of the term to the end of the word. */
export const isInflection = (language: Language, ending: string): boolean => ENDINGS[language]?.test(ending) ?? false;

/** Returns the stem that endings may follow instead of the term, or null if there is none. */
export function stemOf(language: Language, term: string): string | null {
  const stem = term.slice(0, -1);
  return stem.length >= minInflectedLength(language) && ELIDED_VOWEL[language]?.test(term) === true ? stem : null;
}

export const prefixesOf = (language: Language): readonly string[] => PREFIXES[language] ?? [];

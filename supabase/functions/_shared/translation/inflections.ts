/**
 * What a term may bring along and still be the term: short endings, and what some languages write in front of a word as
 * part of it. Not grammar: enough for what people write, and never so much that another word is taken for a term.
 */
import type { Language } from "../contracts/languages.ts";

/** Characters of a term; a shorter one with something at it is often another word. Of Hangul each is a syllable. */
export const minInflectedLength = (language: Language): number => (language === "ko" ? 2 : 3);

const APOSTROPHE_SUFFIX = /^'\p{L}{1,8}$/u;
const KOREAN =
  /^(?:들?(?:은|는|이|가|을|를|의|에|에서|에게|와|과|도|만)|들|로|으로|까지|부터|나|이나|랑|이랑|처럼|보다|이다|입니다)$/u;

/** The whole of what stands between a term and the end of the word. Of Italian plurals the stem changes: none. */
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

/** Languages of cases, in which a last vowel gives way to the ending: книга, книги. */
const ELIDED_VOWEL: Partial<Record<Language, RegExp>> = {
  cs: /[aeoyií]$/u,
  pl: /[aeoyi]$/u,
  ru: /[аяоеьйыи]$/u,
  sk: /[aeoyií]$/u,
  uk: /[аяоеьйиії]$/u,
};

/** Alone, and one before another in the order in which they are written. */
const PREFIXES: Partial<Record<Language, readonly string[]>> = {
  ar: ordered(["و", "ف"], ["ب", "ل", "ك"], ["ال"]).concat("لل", "ولل", "فلل"),
  he: ordered(["ו"], ["ש", "כש"], ["ב", "ל", "כ", "מ"], ["ה"]),
};

function ordered(...places: readonly (readonly string[])[]): string[] {
  let all = [""];
  for (const place of places) all = all.concat(all.flatMap((one) => place.map((next) => one + next)));
  return all.filter((prefix) => prefix !== "");
}

/** `ending`: from where the term ends to where the word does, folded. */
export const isInflection = (language: Language, ending: string): boolean => ENDINGS[language]?.test(ending) ?? false;

/** What the endings of this language may follow beside the term itself; null when there is nothing. */
export function stemOf(language: Language, term: string): string | null {
  const stem = term.slice(0, -1);
  return stem.length >= minInflectedLength(language) && ELIDED_VOWEL[language]?.test(term) === true ? stem : null;
}

export const prefixesOf = (language: Language): readonly string[] => PREFIXES[language] ?? [];

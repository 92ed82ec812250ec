/**
 * What a speaker should look at again: a translation in which a number, a day or month, a name or a negation is not the
 * one that was said. By rule, without a model, so that it says the same every time and holds nobody up; what a language
 * gives no rule for is not compared.
 */
import type { Language } from "#contracts/languages.ts";
import { NEGATIONS } from "./negations.ts";
import { knowsNumberWords, numbersIn } from "./numbers.ts";

export interface FidelityIssue {
  readonly kind: "number" | "date" | "name" | "negation";
  /** As it was said; empty for a negation that only the translation has. */
  readonly said: string;
}

export interface LanguageText {
  readonly text: string;
  readonly language: Language;
}

/** What should stand in the translation: a name as it is, a term of the glossary as its translation there. */
export interface ExpectedTerm {
  readonly said: string;
  readonly expected: string;
}

/** The first of each kind. Empty where nothing was found, which is no proof. */
export function checkFidelity(
  original: LanguageText,
  translation: LanguageText,
  names: readonly ExpectedTerm[],
): readonly FidelityIssue[] {
  const found = [checkNumbers, checkDates, checkNames, checkNegation].map((rule) => rule(original, translation, names));
  return found.filter((doubt) => doubt !== null);
}

type FidelityRule = (
  original: LanguageText,
  translation: LanguageText,
  names: readonly ExpectedTerm[],
) => FidelityIssue | null;

/** Of two sides that both know their numbers' words also those are compared; else digits alone. */
const checkNumbers: FidelityRule = (original, translation) => {
  const withWords = knowsNumberWords(original.language) && knowsNumberWords(translation.language);
  const there = numbersIn(translation.text, translation.language).map(({ value }) => value);
  // 8:00 may well become "8 h": noughts behind a number are no news.
  const said = numbersIn(original.text, original.language).filter(
    ({ value, inWords }) => value !== "0" && (withWords || !inWords),
  );
  for (const one of said) {
    const at = there.indexOf(one.value);
    if (at === -1) return { kind: "number", said: one.text };
    there.splice(at, 1);
  }
  return null;
};

const checkDates: FidelityRule = (original, translation) => {
  const there = calendarWords(translation);
  const missing = [...calendarWords(original)].find(([key]) => !there.has(key));
  return missing === undefined ? null : { kind: "date", said: missing[1] };
};

const checkNames: FidelityRule = ({ text }, translation, names) => {
  const words = foldedText(text);
  const there = foldedText(translation.text);
  const lost = names.find(
    ({ said, expected }) => containsWord(words, foldedText(said)) && !containsWord(there, foldedText(expected)),
  );
  return lost === undefined ? null : { kind: "name", said: lost.said };
};

const checkNegation: FidelityRule = (original, translation) => {
  const said = negationIn(original);
  const there = negationIn(translation);
  if (said === undefined || there === undefined || (said === null) === (there === null)) return null;
  return { kind: "negation", said: said ?? "" };
};

/** `null`: there is none. `undefined`: of this language we do not know. */
function negationIn({ text, language }: LanguageText): string | null | undefined {
  const table = NEGATIONS[language];
  if (table === undefined) return undefined;
  const words =
    text
      .normalize("NFC")
      .toLocaleLowerCase(language)
      .replaceAll("’", "'")
      .match(/[\p{L}\p{M}']+/gu) ?? [];
  return words.find((word) => table.some((one) => matches(word, one))) ?? null;
}

function matches(word: string, pattern: string): boolean {
  if (pattern.startsWith("…")) return word.endsWith(pattern.slice(1));
  return pattern.endsWith("…") ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
}

const CALENDAR_FORMATS: readonly Intl.DateTimeFormatOptions[] = [
  { month: "long" },
  { day: "numeric", month: "long" },
  { weekday: "long" },
];
/** By language: each name of a month or a day of the week, with what it is. */
const calendars = new Map<Language, ReadonlyMap<string, string>>();

function calendarOf(language: Language): ReadonlyMap<string, string> {
  const known = calendars.get(language);
  if (known !== undefined) return known;
  const names = new Map<string, string>();
  for (const form of CALENDAR_FORMATS) {
    const format = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" });
    const days = form.weekday ? 7 : 12;
    for (let at = 0; at < days; at += 1) {
      // 2024 begins with a Monday.
      const day = form.weekday ? Date.UTC(2024, 0, 1 + at) : Date.UTC(2024, at, 15);
      const part = format.formatToParts(day).find(({ type }) => type === "month" || type === "weekday");
      if (part !== undefined && /^\p{L}/u.test(part.value))
        names.set(foldedText(part.value), `${form.weekday ? "weekday" : "month"} ${at}`);
    }
  }
  // "may" is a verb more often than a month.
  if (language === "en") for (const word of ["may", "march"]) names.delete(word);
  calendars.set(language, names);
  return names;
}

/** What it is → as it stands there. */
function calendarWords({ text, language }: LanguageText): Map<string, string> {
  const words = foldedText(text);
  return new Map(
    [...calendarOf(language)].flatMap(([name, what]) => (containsWord(words, name) ? [[what, name]] : [])),
  );
}

/** Without case and accents, so that an accent that an engine lost is not called another name. */
const foldedText = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** As whole words; in scripts without blanks anywhere. Both are `plain`. */
function containsWord(text: string, words: string): boolean {
  const edged = /^\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/u;
  if (edged.test(words)) return text.includes(words);
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? " ";
    const after = text.slice(at + words.length).at(0) ?? " ";
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

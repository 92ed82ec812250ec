/**
 * Finds translations in which a number, a day or month, a name or a negation differs from the original. Uses rules instead
 * of a model, so that it is deterministic and fast. Languages without a rule are not compared.
 */
import type { Language } from "#contracts/languages.ts";
import { foldText } from "../../lib/foldText.ts";
import { NEGATIONS } from "./negations.ts";
import { knowsNumberWords, numbersIn } from "./numbers.ts";

export interface FidelityIssue {
  readonly kind: "number" | "date" | "name" | "negation";
  /** Text of the original; empty for a negation that only the translation has. */
  readonly spoken: string;
}

export interface LanguageText {
  readonly text: string;
  readonly language: Language;
}

/** A name that must stay as it is, or a glossary term with its translation. */
export interface ExpectedTerm {
  readonly spoken: string;
  readonly expected: string;
}

/** Returns the first issue of each kind. An empty result proves nothing. */
export function checkFidelity(
  original: LanguageText,
  translation: LanguageText,
  names: readonly ExpectedTerm[],
): readonly FidelityIssue[] {
  const found = [checkNumbers, checkDates, checkNames, checkNegation].map((rule) => rule(original, translation, names));
  return found.filter((issue) => issue !== null);
}

type FidelityRule = (
  original: LanguageText,
  translation: LanguageText,
  names: readonly ExpectedTerm[],
) => FidelityIssue | null;

/** Compares number words only if both languages have a table of them, else digits alone. */
const checkNumbers: FidelityRule = (original, translation) => {
  const withWords = knowsNumberWords(original.language) && knowsNumberWords(translation.language);
  const translated = numbersIn(translation.text, translation.language).map(({ value }) => value);
  // "8:00" may become "8 h", so a zero may be missing.
  const spoken = numbersIn(original.text, original.language).filter(
    ({ value, inWords }) => value !== "0" && (withWords || !inWords),
  );
  for (const { value, text } of spoken) {
    const index = translated.indexOf(value);
    if (index === -1) return { kind: "number", spoken: text };
    translated.splice(index, 1);
  }
  return null;
};

const checkDates: FidelityRule = (original, translation) => {
  const translated = calendarWords(translation);
  const missing = [...calendarWords(original)].find(([key]) => !translated.has(key));
  return missing === undefined ? null : { kind: "date", spoken: missing[1] };
};

const checkNames: FidelityRule = ({ text }, translation, names) => {
  const original = foldText(text);
  const translated = foldText(translation.text);
  const lost = names.find(
    ({ spoken, expected }) => containsWord(original, foldText(spoken)) && !containsWord(translated, foldText(expected)),
  );
  return lost === undefined ? null : { kind: "name", spoken: lost.spoken };
};

const checkNegation: FidelityRule = (original, translation) => {
  const spoken = negationIn(original);
  const translated = negationIn(translation);
  if (spoken === undefined || translated === undefined || (spoken === null) === (translated === null)) return null;
  return { kind: "negation", spoken: spoken ?? "" };
};

/** Returns null without a negation, and undefined for a language without a table. */
function negationIn({ text, language }: LanguageText): string | null | undefined {
  const table = NEGATIONS[language];
  if (table === undefined) return undefined;
  const words =
    text
      .normalize("NFC")
      .toLocaleLowerCase(language)
      .replaceAll("’", "'")
      .match(/[\p{L}\p{M}']+/gu) ?? [];
  return words.find((word) => table.some((pattern) => matches(word, pattern))) ?? null;
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
/** By language: folded names of months and weekdays, each with a key that is equal in all languages. */
const calendars = new Map<Language, ReadonlyMap<string, string>>();

function calendarOf(language: Language): ReadonlyMap<string, string> {
  const cached = calendars.get(language);
  if (cached !== undefined) return cached;
  const names = new Map<string, string>();
  for (const form of CALENDAR_FORMATS) {
    const format = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" });
    const days = form.weekday ? 7 : 12;
    for (let at = 0; at < days; at += 1) {
      // 2024 starts on a Monday.
      const day = form.weekday ? Date.UTC(2024, 0, 1 + at) : Date.UTC(2024, at, 15);
      const part = format.formatToParts(day).find(({ type }) => type === "month" || type === "weekday");
      if (part !== undefined && /^\p{L}/u.test(part.value))
        names.set(foldText(part.value), `${form.weekday ? "weekday" : "month"} ${at}`);
    }
  }
  // "may" is a verb more often than a month.
  if (language === "en") for (const word of ["may", "march"]) names.delete(word);
  calendars.set(language, names);
  return names;
}

/** Returns the text of each month and weekday by its key. */
function calendarWords({ text, language }: LanguageText): Map<string, string> {
  const folded = foldText(text);
  return new Map([...calendarOf(language)].flatMap(([name, key]) => (containsWord(folded, name) ? [[key, name]] : [])));
}

/** Finds whole words, and any substring in scripts without spaces. Both texts are folded. */
function containsWord(text: string, words: string): boolean {
  // A name of marks alone.
  if (words === "") return false;
  const edged = /^\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/u;
  if (edged.test(words)) return text.includes(words);
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? " ";
    const after = text.slice(at + words.length).at(0) ?? " ";
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

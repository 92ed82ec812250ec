/** Compares the signs of a text with those of its translation: what an engine may change, and what it may not. */
import type { Language } from "../languages.ts";
import { FIRM_SIGNS, FRAGILE_SIGNS } from "./protectedPatterns.ts";
import { WIDE_PUNCTUATION } from "./scripts.ts";

/** Stands for a protected span in both texts. */
export const SPAN = "\uFFFC";

const FRAGILE = new RegExp(`[${FRAGILE_SIGNS}]|&(?:[a-z][a-z0-9]{1,31}|#[0-9]{1,7}|#x[0-9a-f]{1,6});`, "giu");
const SQUARE_AND_CURLY = /[[\]{}]/gu;
const FIRM = new RegExp(`[${FIRM_SIGNS}()]`, "gu");
const WIDE = new RegExp(`[${WIDE_PUNCTUATION}]`, "u");
const EACH_WIDE = new RegExp(WIDE, "gu");
const WIDE_LANGUAGES: readonly Language[] = ["ja", "ko", "zh-Hans", "zh-Hant"];
/** Digits with their separators, which differ between languages, and a Chinese factor such as 万. */
const NUMBER = /[\p{Nd}\p{No}]+(?:[-.,:/–'’\u00A0\u202F]\p{Nd}+)*[万萬亿億兆]?/gu;
const DECIMALS = /[.,'’\u00A0\u202F]/gu;
const canonical = (number: string) => number.replaceAll(DECIMALS, ",").replaceAll("–", "-");
/** The line breaks before a line, its indentation and its bullet. */
const LINE_START = /(?:\n+|^)[ \t]*(?:[-+•–—·][ \t]+)?/gu;

/**
 * Returns whether the translation has the signs of its source: fragile ones and brackets exactly, other signs and numbers
 * at least, lines and their bullets in order. In both texts `SPAN` replaces each protected span.
 */
export function keepsShape(source: string, translation: string, target: Language): boolean {
  const [from, to] = [source.trim(), translation.trim()];
  return (
    equals(matches(from, FRAGILE).sort(), matches(to, FRAGILE).sort()) &&
    equals(matches(from, SQUARE_AND_CURLY).sort(), matches(to, SQUARE_AND_CURLY).sort()) &&
    equals(lineStarts(from), lineStarts(to)) &&
    keepsNumbers(from, to) &&
    includesAll(firmSigns(to), firmSigns(from)) &&
    (WIDE_LANGUAGES.includes(target) || WIDE.test(from) || !WIDE.test(to))
  );
}

const matches = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];
const lineStarts = (text: string) => matches(text, LINE_START);
const firmSigns = (text: string) =>
  matches(
    text.replaceAll(EACH_WIDE, (sign) => sign.normalize("NFKC")),
    FIRM,
  );

/**
 * A separator may be another one, and digits may be grouped. A number with a Chinese factor may be written out: 3万 is
 * 30,000.
 */
function keepsNumbers(from: string, to: string): boolean {
  /** By digits without separators, how often each way of writing them is left. */
  const left = new Map<string, Map<string, number>>();
  for (const number of matches(to, NUMBER).map(canonical)) {
    const ways = left.get(withoutSeparators(number)) ?? new Map<string, number>();
    ways.set(number, (ways.get(number) ?? 0) + 1);
    left.set(withoutSeparators(number), ways);
  }
  return matches(from, NUMBER).every((written) => {
    if (/\p{L}$/u.test(written)) return true;
    const number = canonical(written);
    const ways = left.get(withoutSeparators(number));
    const way = number.includes(",") ? number : ways?.keys().next().value;
    const count = way === undefined ? undefined : ways?.get(way);
    if (way === undefined || count === undefined) return false;
    if (count === 1) ways?.delete(way);
    else ways?.set(way, count - 1);
    return true;
  });
}

const withoutSeparators = (number: string) => number.replaceAll(",", "");

const equals = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((item, index) => item === b[index]);

function includesAll(all: readonly string[], needed: readonly string[]): boolean {
  if (needed.length === 0) return true;
  const counts = new Map<string, number>();
  for (const item of all) counts.set(item, (counts.get(item) ?? 0) + 1);
  return needed.every((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count > 0;
  });
}

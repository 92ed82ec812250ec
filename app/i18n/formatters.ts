import type { Locale } from "./locales.ts";

export interface Formatters {
  /** `16:04`, in the reader's time zone. One word, also with `PM`. */
  time(at: Date | number): string;
  /** `18:42` or `1:02:03`. */
  duration(milliseconds: number): string;
  /** `1,234`. */
  number(value: number): string;
  /** `64%` of a number between 0 and 1. */
  share(value: number): string;
  /** `Inés and Haruka`. */
  list(items: readonly string[]): string;
  /** The list in parts, so that an item can be an element: literals as text, items as their index. */
  listParts(length: number, style: "sentence" | "enumeration"): readonly (string | number)[];
  /** The language's name in the page's locale (`Spanish`, `español`), as in "from Spanish". */
  languageName(code: string): string;
}

/** The page's language with the browser's region: `en-GB` and `en-US` format times differently. */
const regionOf = (locale: Locale): string =>
  globalThis.navigator?.languages?.find((tag) => tag.split("-")[0] === locale) ?? locale;

const padTwo = (value: number) => String(value).padStart(2, "0");

/** One kind of digits on a page. Browsers and regions differ in those of Arabic; the messages use these. */
export const NUMBERING_SYSTEM = "latn";

/** Joins a time of day into one word, so that `4:05 PM` and `4:05 م` do not wrap. */
export const withNoBreakSpaces = (time: string): string => time.replace(/\s/gu, "\u00a0");

/** Formatters of one locale. Each is created on first use, because creating one costs more than using it. */
export function createFormatters(locale: Locale): Formatters {
  const lazily = <T>(make: () => T): (() => T) => {
    let cached: T | undefined;
    return () => (cached ??= make());
  };
  const digits = { numberingSystem: NUMBERING_SYSTEM };
  const time = lazily(() => new Intl.DateTimeFormat(regionOf(locale), { ...digits, timeStyle: "short" }));
  const number = lazily(() => new Intl.NumberFormat(locale, digits));
  const share = lazily(() => new Intl.NumberFormat(locale, { ...digits, style: "percent" }));
  const sentence = lazily(() => new Intl.ListFormat(locale, { type: "conjunction" }));
  const enumeration = lazily(() => new Intl.ListFormat(locale, { type: "unit", style: "short" }));
  const names = lazily(() => new Intl.DisplayNames(locale, { type: "language", fallback: "code" }));
  return {
    time: (at) => withNoBreakSpaces(time().format(at)),
    duration(milliseconds) {
      const seconds = Math.max(0, Math.floor(milliseconds / 1000));
      const minutes = Math.floor(seconds / 60) % 60;
      const hours = Math.floor(seconds / 3600);
      return hours > 0
        ? `${hours}:${padTwo(minutes)}:${padTwo(seconds % 60)}`
        : `${padTwo(minutes)}:${padTwo(seconds % 60)}`;
    },
    number: (value) => number().format(value),
    share: (value) => share().format(value),
    list: (items) => sentence().format(items),
    listParts(length, style) {
      const format = style === "sentence" ? sentence() : enumeration();
      return format
        .formatToParts(Array.from({ length }, (_, index) => String(index)))
        .map(({ type, value }) => (type === "element" ? Number(value) : value));
    },
    languageName: (code) => names().of(code) ?? code,
  };
}

/**
 * The UI languages, separate from the languages that people speak and read. A locale is listed once its messages are
 * complete. `locales.test.ts` compares names and directions with the contract, which would add its whole list and its
 * schemas to every page.
 */
import type { Language } from "#contracts/languages.ts";

export const LOCALES = {
  en: { name: "English", dir: "ltr" },
  es: { name: "Español", dir: "ltr" },
  ar: { name: "العربية", dir: "rtl" },
} as const satisfies Partial<Record<Language, { name: string; dir: "ltr" | "rtl" }>>;

export type Locale = keyof typeof LOCALES;

export const DEFAULT_LOCALE: Locale = "en";

/** Cookie of the chosen UI language, set by `POST /locale`. */
export const LOCALE_COOKIE = "locale";

export const isLocale = (value: string): value is Locale => Object.hasOwn(LOCALES, value);

export const LOCALE_CODES: readonly Locale[] = Object.keys(LOCALES).filter(isLocale);

/** Returns the locale of a rendered page's `lang`. */
export const readLocale = (lang: string): Locale => (isLocale(lang) ? lang : DEFAULT_LOCALE);

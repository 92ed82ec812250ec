/**
 * The languages of the buttons, apart from what people speak and read. A locale stands here once its messages are
 * complete; `locales.test.ts` compares names and directions with the contract, which would bring its whole list and
 * its schemas into every page.
 */
import type { Language } from "#contracts/languages.ts";

export const LOCALES = {
  en: { name: "English", dir: "ltr" },
  es: { name: "Español", dir: "ltr" },
  ar: { name: "العربية", dir: "rtl" },
} as const satisfies Partial<Record<Language, { name: string; dir: "ltr" | "rtl" }>>;

export type Locale = keyof typeof LOCALES;

export const DEFAULT_LOCALE: Locale = "en";

/** Holds the person's choice; set by `POST /locale`. */
export const LOCALE_COOKIE = "locale";

export const isLocale = (value: string): value is Locale => Object.hasOwn(LOCALES, value);

export const LOCALE_CODES: readonly Locale[] = Object.keys(LOCALES).filter(isLocale);

/** The locale of a rendered page's `lang`. */
export const readLocale = (lang: string): Locale => (isLocale(lang) ? lang : DEFAULT_LOCALE);

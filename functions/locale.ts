/** The languages of a request: that of its pages, and that of the emails and SMS that it causes. */
import { parseCookieHeader } from "@supabase/ssr";
import { CONFIRMATION_LANGUAGES } from "#contracts/confirmationTexts.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, type Locale } from "~/i18n/locales.ts";

/** Returns the UI language: the chosen one, else the browser's preference, else English. */
export const chooseLocale = (headers: Headers): Locale =>
  chosenLocale(headers) ?? browserLanguages(headers).find(isLocale) ?? DEFAULT_LOCALE;

/** Returns the language of messages, which exist in more languages than pages. */
export const chooseMessageLanguage = (headers: Headers): string =>
  chosenLocale(headers) ??
  browserLanguages(headers).find((language) => Object.hasOwn(CONFIRMATION_LANGUAGES, language)) ??
  DEFAULT_LOCALE;

function chosenLocale(headers: Headers): Locale | undefined {
  const chosen = parseCookieHeader(headers.get("Cookie") ?? "").find(({ name }) => name === LOCALE_COOKIE)?.value;
  return chosen !== undefined && isLocale(chosen) ? chosen : undefined;
}

const browserLanguages = (headers: Headers): string[] =>
  acceptedLanguages(headers).map((tag) => tag.toLowerCase().split("-")[0] ?? "");

/** Returns the UI language: the chosen one, else the browser's preference, else English. */
import { parseCookieHeader } from "@supabase/ssr";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, type Locale } from "~/i18n/locales.ts";

export function chooseLocale(headers: Headers): Locale {
  const chosen = parseCookieHeader(headers.get("Cookie") ?? "").find(({ name }) => name === LOCALE_COOKIE)?.value;
  if (chosen !== undefined && isLocale(chosen)) return chosen;
  const accepted = acceptedLanguages(headers).map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return accepted.find(isLocale) ?? DEFAULT_LOCALE;
}

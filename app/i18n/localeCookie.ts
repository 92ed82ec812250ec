import { LOCALE_COOKIE, type Locale } from "./locales.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** `Set-Cookie` that remembers the language of the buttons for a year. */
export const localeCookie = (locale: Locale): string =>
  `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;

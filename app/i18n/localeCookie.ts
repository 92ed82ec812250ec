import { LOCALE_COOKIE, type Locale } from "./locales.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Returns the `Set-Cookie` value that stores the UI language for a year. */
export const localeCookie = (locale: Locale): string =>
  `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;

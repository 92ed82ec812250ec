/** The theme of pages. A browser keeps it in a cookie, so that the server renders the first page in it. */
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export const THEME_COOKIE = "theme";

/** `system`: that of the device. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** Returns the `Set-Cookie` value that stores the theme for a year. */
export const themeCookie = (theme: Theme): string =>
  `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;

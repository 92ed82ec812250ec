import { parseCookieHeader } from "@supabase/ssr";
import { isTheme, THEME_COOKIE, type Theme } from "~/lib/theme.ts";

/** Returns the theme of a request's pages: the chosen one, else that of the device. */
export function chooseTheme(headers: Headers): Theme {
  const chosen = parseCookieHeader(headers.get("Cookie") ?? "").find(({ name }) => name === THEME_COOKIE)?.value;
  return isTheme(chosen) ? chosen : "system";
}

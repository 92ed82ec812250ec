/** The cookies of one request. Changed ones are collected and appended to the handler's response, also after an exception. */
import { parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";

export const COOKIE_OPTIONS = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** The `Set-Cookie` values of one response by name; the last value of each counts. */
export interface CookieJar {
  /** Cookies of the request. */
  readonly sent: readonly { readonly name: string; readonly value: string }[];
  /** Whether the response becomes a page, so that none of its scripts has signed in meanwhile. */
  readonly isNavigation: boolean;
  /** Seconds; without `maxAge` a session cookie, 0 removes it. */
  set(name: string, value: string, options?: { maxAge?: number }): void;
  /** Returns a function that undoes later changes. */
  checkpoint(): () => void;
  headers(): string[];
}

export function cookieJar(request: Request): CookieJar {
  let changed = new Map<string, string>();
  return {
    sent: parseCookieHeader(request.headers.get("Cookie") ?? "").flatMap(({ name, value }) =>
      value === undefined ? [] : [{ name, value }],
    ),
    isNavigation: request.headers.get("Sec-Fetch-Mode") === "navigate",
    set(name, value, options = {}) {
      changed.set(name, serializeCookieHeader(name, value, { ...options, ...COOKIE_OPTIONS }));
    },
    checkpoint() {
      const before = new Map(changed);
      return () => {
        changed = before;
      };
    },
    headers: () => [...changed.values()],
  };
}

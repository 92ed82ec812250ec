/** The cookies of one request. Changed ones are collected and appended to the handler's response, also after an exception. */
import { parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";

export const COOKIE_OPTIONS = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** The `Set-Cookie` values of one response by name; the last value of each counts. */
export interface CookieJar {
  /** Cookies of the request. */
  readonly sent: readonly { readonly name: string; readonly value: string }[];
  /** Whether the response becomes a page, so that none of its scripts can have signed in. */
  readonly isNavigation: boolean;
  /** Seconds; without `maxAge` a session cookie, 0 removes it. */
  set(name: string, value: string, options?: { maxAge?: number }): void;
  /** Returns a function that undoes later changes. */
  checkpoint(): () => void;
  headers(): string[];
}

/** A session has two or three parts. */
const MAX_PARTS = 16;
const PART = /^__Host-parley\.\d+$/u;

/** Leaves out parts of a session beyond any real one, which a visitor can send by the thousand. */
function cookiesOf(request: Request): CookieJar["sent"] {
  let parts = 0;
  return parseCookieHeader(request.headers.get("Cookie") ?? "").flatMap(({ name, value }) => {
    if (PART.test(name)) parts += 1;
    return value === undefined || (PART.test(name) && parts > MAX_PARTS) ? [] : [{ name, value }];
  });
}

export function cookieJar(request: Request): CookieJar {
  let changed = new Map<string, string>();
  return {
    sent: cookiesOf(request),
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

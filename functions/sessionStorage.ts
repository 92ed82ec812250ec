/** Stores what the Auth client keeps in cookies, in the format of `@supabase/ssr`: base64url, in parts of a cookie's size. */
import type { SupportedStorage } from "@supabase/auth-js";
import { combineChunks, createChunks, stringFromBase64URL, stringToBase64URL } from "@supabase/ssr";
import type { CookieJar } from "./cookieJar.ts";

const PREFIX = "base64-";
/** The longest time that browsers keep a cookie. Seconds. Auth decides how long a session lasts. */
const MAX_AGE = 400 * 24 * 60 * 60;

type Cookie = CookieJar["sent"][number];

/** Returns whether a cookie is an item, or a part of it. */
export const isPartOf = (cookie: string, key: string): boolean =>
  cookie === key || (cookie.startsWith(`${key}.`) && /^\d+$/u.test(cookie.slice(key.length + 1)));

/** Returns an item of the request's cookies, or null. */
export async function readItem(cookies: readonly Cookie[], key: string): Promise<string | null> {
  const value = await combineChunks(key, (part) => cookies.find(({ name }) => name === part)?.value);
  if (!value) return null;
  try {
    return value.startsWith(PREFIX) ? stringFromBase64URL(value.slice(PREFIX.length)) : value;
  } catch {
    return null;
  }
}

/** Verifiers that the client made during this request, as values of cookies by name. */
export type Verifiers = Map<string, string>;

/**
 * The cookies of the request, and the items that the client has stored or removed since. Only the session becomes a cookie here. A flow
 * to a provider needs its verifier, and sets that cookie itself: one for each email would reveal how many were requested.
 */
export function sessionStorage(jar: CookieJar, sessionKey: string, verifiers: Verifiers): SupportedStorage {
  const changed = new Map<string, string | null>();
  const names = new Set(jar.sent.map(({ name }) => name));
  /** Writes the parts of an item and removes those that it had before. */
  function write(key: string, parts: readonly Cookie[]): void {
    for (const name of names) if (isPartOf(name, key)) jar.set(name, "", { maxAge: 0 });
    for (const { name, value } of parts) {
      jar.set(name, value, { maxAge: MAX_AGE });
      names.add(name);
    }
  }
  return {
    // The client warns of sessions that a visitor could have forged.
    isServer: true,
    getItem: async (key) => (changed.has(key) ? (changed.get(key) ?? null) : await readItem(jar.sent, key)),
    async setItem(key, value) {
      changed.set(key, value);
      const encoded = PREFIX + stringToBase64URL(value);
      if (key === sessionKey) write(key, createChunks(key, encoded));
      else if (key.endsWith("-code-verifier")) verifiers.set(key, encoded);
    },
    async removeItem(key) {
      changed.set(key, null);
      write(key, []);
    },
  };
}

/** Remembers for a while that a session of an account was ended elsewhere, so that the sign-in page can state it. */
import type { CookieJar } from "./auth-client.ts";

const COOKIE_NAME = "__Host-parley-ended";
/** Seconds. */
const TTL = 10 * 60;

export const hasEndedSession = (jar: CookieJar): boolean =>
  jar.sent.some(({ name, value }) => name === COOKIE_NAME && value === "1");

/** Writes the cookie; `false` removes it. */
export function writeEndedSession(jar: CookieJar, ended: boolean): void {
  jar.set(COOKIE_NAME, ended ? "1" : "", { maxAge: ended ? TTL : 0 });
}

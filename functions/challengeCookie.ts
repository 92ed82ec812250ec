/**
 * The challenges of passkeys that this browser requested, each in an HTTP-only cookie of its own, because two tabs may request one
 * at once. Auth accepts the answer to a challenge from everybody, so without it a stranger could sign a visitor in to the
 * stranger's account.
 */
import type { CookieJar } from "./cookieJar.ts";

const PREFIX = "__Host-parley-passkey-";
/** A little longer than Auth's challenge lives. Seconds. */
const TTL = 6 * 60;
/** Several tabs may wait at once. */
const MAX_CHALLENGES = 5;

export type Ceremony = "get" | "create";

const forget = (jar: CookieJar, name: string): void => jar.set(name, "", { maxAge: 0 });

/** Remembers a challenge. Forgets the oldest ones, which browsers send first. */
export function addChallenge(jar: CookieJar, ceremony: Ceremony, id: string): void {
  const known = jar.sent.filter(({ name }) => name.startsWith(PREFIX));
  for (const { name } of known.slice(0, Math.max(0, known.length - MAX_CHALLENGES + 1))) forget(jar, name);
  jar.set(`${PREFIX}${id}`, ceremony, { maxAge: TTL });
}

/** Forgets a challenge. Returns whether this browser requested it. */
export function takeChallenge(jar: CookieJar, ceremony: Ceremony, id: string): boolean {
  const name = `${PREFIX}${id}`;
  if (!jar.sent.some((cookie) => cookie.name === name && cookie.value === ceremony)) return false;
  forget(jar, name);
  return true;
}

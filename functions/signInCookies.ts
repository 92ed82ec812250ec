/** Two facts about sign-ins in this browser. Both only choose what a page shows; they grant nothing. */
import type { SignInWay } from "~/lib/loadContext.ts";
import type { CookieJar } from "./cookieJar.ts";

const WAY_COOKIE = "__Host-parley-way";
/** The longest time that browsers keep a cookie. Seconds. */
const WAY_TTL = 400 * 24 * 60 * 60;

const RECOVERY_COOKIE = "__Host-parley-recovery";
/** As long as the sign-in counts as recent. Seconds. */
const RECOVERY_TTL = 10 * 60;

const sentValue = (jar: CookieJar, wanted: string) => jar.sent.find(({ name }) => name === wanted)?.value;

/** Returns how the last sign-in in this browser was done, or null. Signing out does not remove it. */
export function readLastWay(jar: CookieJar): SignInWay | null {
  const way = sentValue(jar, WAY_COOKIE) ?? "";
  return way === "code" || way === "password" || way === "passkey" || isOtherWay(way) ? way : null;
}

const isOtherWay = (way: string): way is `provider:${string}` | `sso:${string}` =>
  /^provider:[a-z0-9:_-]{1,50}$|^sso:[a-z0-9.-]{1,253}$/u.test(way);

export const writeLastWay = (jar: CookieJar, way: SignInWay): void => jar.set(WAY_COOKIE, way, { maxAge: WAY_TTL });

/** Returns whether this session began to choose a new password and has not done so. */
export const isRecovering = (jar: CookieJar, sessionId: string): boolean =>
  sessionId !== "" && sentValue(jar, RECOVERY_COOKIE) === sessionId;

/** Remembers the session that chooses a new password; `null` forgets it. Auth's tokens do not name the type of a link. */
export function writeRecovery(jar: CookieJar, sessionId: string | null): void {
  if (sessionId !== null) jar.set(RECOVERY_COOKIE, sessionId, { maxAge: RECOVERY_TTL });
  else if (sentValue(jar, RECOVERY_COOKIE) !== undefined) jar.set(RECOVERY_COOKIE, "", { maxAge: 0 });
}

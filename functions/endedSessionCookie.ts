/**
 * Names the session that was ended elsewhere. Its own cookies stay at first: a response in flight while somebody signs in
 * again would remove those of the new session too.
 */
import * as z from "zod/mini";
import type { CookieJar } from "./cookieJar.ts";

const COOKIE_NAME = "__Host-parley-ended";
/** Seconds. Later the session is tried once more. */
const TTL = 10 * 60;

const cookie = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value) => value.split(".")),
  ),
  z.tuple([z.enum(["account", "guest"]), z.guid()]),
);

export interface EndedSession {
  readonly of: z.infer<typeof cookie>[0];
  readonly id: string;
}

export function readEndedSession({ sent }: CookieJar): EndedSession | null {
  const parsed = cookie.safeParse(sent.find(({ name }) => name === COOKIE_NAME)?.value);
  return parsed.success ? { of: parsed.data[0], id: parsed.data[1] } : null;
}

/** Writes the cookie; null removes it. */
export const writeEndedSession = (jar: CookieJar, ended: EndedSession | null): void =>
  jar.set(COOKIE_NAME, ended === null ? "" : `${ended.of}.${ended.id}`, { maxAge: ended === null ? 0 : TTL });

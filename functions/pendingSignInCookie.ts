/**
 * What a browser remembers of a sign-in under way, in one short-lived cookie that no script reads. It is the visitor's
 * own and may be forged by them: nothing in it grants anything. The code proves the address, the claim's token is
 * judged by the database, and `next` is held to paths of ours. Nor does it tell its owner what they may not know.
 */
import * as z from "zod/mini";
import { claimOffer, emailAddress } from "#contracts/account.ts";
import { LIMITS } from "#contracts/limits.ts";
import { postSignInPath } from "~/lib/postSignInPath.ts";
import type { CookieJar } from "./auth-client.ts";

const COOKIE_NAME = "__Host-parley-sign-in";

const cookieSchema = z.object({
  mail: emailAddress,
  next: z.pipe(z.string(), z.transform(postSignInPath)),
  askedAt: z.number(),
  /** Brings along what a guest has, in case that the address had an account; kept in either case, which looks alike. */
  claim: z.nullable(claimOffer.shape.token),
  unclaimed: z.boolean(),
});
export type PendingSignInCookie = z.infer<typeof cookieSchema>;

export function readPendingSignIn(jar: CookieJar): PendingSignInCookie | null {
  const text = jar.sent.find(({ name }) => name === COOKIE_NAME)?.value;
  if (text === undefined) return null;
  try {
    return cookieSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** `null` forgets it. As long as the claim in it holds, which is longer than the code. */
export function writePendingSignIn(jar: CookieJar, pending: PendingSignInCookie | null): void {
  if (pending === null) jar.set(COOKIE_NAME, "", { maxAge: 0 });
  else jar.set(COOKIE_NAME, JSON.stringify(pending), { maxAge: LIMITS.claimLife / 1000 });
}

/**
 * A pending sign-in in a short-lived HTTP-only cookie. The visitor may forge it, so it grants nothing: the code proves
 * the address, the database checks the merge token, and `next` is limited to our paths. It reveals nothing to the
 * visitor either.
 */
import * as z from "zod/mini";
import { claimOffer, emailAddress } from "#contracts/account.ts";
import { phoneNumber } from "#contracts/phoneNumber.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { postSignInPath } from "~/lib/postSignInPath.ts";
import type { CookieJar } from "./cookieJar.ts";

const COOKIE_NAME = "__Host-parley-sign-in";

const cookieSchema = z.object({
  /** The email address, or the phone number in E.164, that gets the code. */
  mail: z.union([phoneNumber, emailAddress]),
  /** A phone number as people read it. */
  shown: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
  next: z.pipe(z.string(), z.transform(postSignInPath)),
  askedAt: z.number(),
  /**
   * Merge token of the guest, in case the address has an account. It is stored in both cases, so that they look alike.
   */
  claim: z.nullable(claimOffer.shape.token),
  unclaimed: z.boolean(),
  /** `recovery`: the code leads to a new password. */
  purpose: z._default(z.enum(["sign-in", "recovery"]), "sign-in"),
  /** The encrypted password of a sign-up (`sealedPassword.ts`). */
  password: z._default(z.nullable(z.string().check(z.maxLength(400))), null),
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

/** Writes the cookie; `null` removes it. It lasts as long as the merge token, which outlives the code. */
export function writePendingSignIn(jar: CookieJar, pending: PendingSignInCookie | null): void {
  if (pending === null) jar.set(COOKIE_NAME, "", { maxAge: 0 });
  else jar.set(COOKIE_NAME, JSON.stringify(pending), { maxAge: SERVER_LIMITS.mergeTokenTtlMs / 1000 });
}

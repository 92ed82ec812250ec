/**
 * What a browser remembers of a sign-in under way, in one short-lived cookie that no script reads. It is the visitor's
 * own and may be forged by them: nothing in it grants anything. The code proves the address, the claim's token is
 * judged by the database, and `next` is held to paths of ours. Nor does it tell its owner what they may not know.
 */
import * as z from "zod/mini";
import { claimOffer, mailAddress } from "#contracts/account.ts";
import { LIMITS } from "#contracts/limits.ts";
import { afterSignIn } from "~/platform/afterSignIn.ts";
import type { CookieJar } from "./auth-client.ts";

const NAME = "__Host-parley-sign-in";

const shape = z.object({
  mail: mailAddress,
  next: z.pipe(z.string(), z.transform(afterSignIn)),
  askedAt: z.number(),
  /** Brings along what a guest has, in case that the address had an account; kept in either case, which looks alike. */
  claim: z.nullable(claimOffer.shape.token),
  unclaimed: z.boolean(),
});
export type Pending = z.infer<typeof shape>;

export function readPending(jar: CookieJar): Pending | null {
  const text = jar.sent.find(({ name }) => name === NAME)?.value;
  if (text === undefined) return null;
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** `null` forgets it. As long as the claim in it holds, which is longer than the code. */
export function writePending(jar: CookieJar, pending: Pending | null): void {
  if (pending === null) jar.set(NAME, "", { maxAge: 0 });
  else jar.set(NAME, JSON.stringify(pending), { maxAge: LIMITS.claimLife / 1000 });
}

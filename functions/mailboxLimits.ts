/**
 * Limits by mailbox: codes that are sent to it, and codes and passwords that are tried for it, by anybody, in a minute. Auth counts
 * neither. Cloudflare receives an HMAC of the mailbox under a key of the day, so it stores no address.
 */
import { dailyKey, type Env } from "./env.ts";
import { isRateLimitBinding, TIERS } from "./rate-limits.ts";

export type MailboxLimit = "mailboxSend" | "mailboxTry" | "passwordTry";

/** Counts an action for a mailbox. Returns false above its limit. */
export type CountMailbox = (limit: MailboxLimit, email: string) => Promise<boolean>;

export function createMailboxLimits(env: Env, bindings: object, now: () => number = Date.now): CountMailbox {
  return async (limit, email) => {
    const limiter: unknown = Reflect.get(bindings, TIERS[limit].binding);
    // `worker.ts` responds 503 without it.
    if (!isRateLimitBinding(limiter)) throw new Error(`${TIERS[limit].binding} is not bound`);
    const day = new Date(now()).toISOString().slice(0, 10);
    const key = await dailyKey(env, day);
    const mailbox = new TextEncoder().encode(mailboxOf(email));
    const hash = new Uint8Array(await crypto.subtle.sign("HMAC", key, mailbox));
    return (await limiter.limit({ key: btoa(String.fromCharCode(...hash)) })).success;
  };
}

/** Most providers deliver `tom+anything@` to `tom@`. Two mailboxes that share a limit do no harm. */
const mailboxOf = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/u, "");

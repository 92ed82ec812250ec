/** Codes and links sent by mail: digits, five tries, a few minutes, one use, stored as a hash. */
import { createHash, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Config } from "../config.ts";
import { AuthError, otpExpired } from "./errors.ts";
import type { Db, User } from "./users.ts";

/** The types of `auth.one_time_tokens` used here. */
const KINDS = ["confirmation_token", "recovery_token", "email_change_token_new"] as const;
export type CodeKind = (typeof KINDS)[number];

const TRIES = 5;
/** A link holds the hash itself; whoever guesses them is told to wait. */
const LINK_MISSES = { most: 30, within: 5 * 60_000 };

/** Marks a link that ends in an authorization code, not in tokens. */
const PKCE_MARK = "pkce_";
export const isPkce = (tokenHash: string) => tokenHash.startsWith(PKCE_MARK);

const storedCode = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  token_type: z.enum(KINDS),
  token_hash: z.string(),
  relates_to: z.string(),
  fresh: z.boolean(),
});
export type StoredCode = z.infer<typeof storedCode>;

/** As GoTrue: SHA-224 of address and code. */
const hashOf = (email: string, code: string) => createHash("sha224").update(`${email}${code}`).digest("hex");

const SENT_AT = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  email_change_token_new: "email_change_sent_at",
} as const satisfies Record<CodeKind, keyof User>;

export interface Codes {
  /** Makes a code; an earlier one of the same kind ends. Throws 429 when the last was a moment ago. */
  issue(db: Db, user: User, kind: CodeKind, email: string, pkce: boolean): Promise<{ code: string; tokenHash: string }>;
  /** Takes a typed code. Throws `otp_expired` for a wrong, old, used or too often tried one. */
  takeCode(db: Db, user: User, kinds: readonly CodeKind[], email: string, code: string): Promise<StoredCode>;
  /** Takes the hash in a link. Throws the same. */
  takeHash(db: Db, kinds: readonly CodeKind[], tokenHash: string): Promise<StoredCode>;
}

export function createCodes(
  { otp_length, otp_expiry, max_frequency }: Config["auth"]["email"],
  now: () => number = Date.now,
): Codes {
  /** Wrong tries, by code: GoTrue has no column for them. */
  const tries = new Map<string, number>();
  let misses: number[] = [];

  const take = async (db: Db, stored: StoredCode) => {
    tries.delete(stored.id);
    await db`delete from auth.one_time_tokens where id = ${stored.id}`;
    return stored;
  };
  const select = async (db: Db, where: ReturnType<Db>, kinds: readonly CodeKind[]) => {
    const rows = await db`
      select id, user_id, token_type, token_hash, relates_to,
        created_at > now() at time zone 'UTC' - make_interval(secs => ${otp_expiry}) as fresh
      from auth.one_time_tokens where ${where} and token_type::text in ${db([...kinds])} for update`;
    return z.array(storedCode).parse(rows);
  };

  return {
    async issue(db, user, kind, email, pkce) {
      const last = user[SENT_AT[kind]];
      const wait = last === null ? 0 : last.getTime() + max_frequency - now();
      if (wait > 0) {
        const seconds = Math.ceil(wait / 1000);
        throw new AuthError(
          429,
          "over_email_send_rate_limit",
          `For security purposes, you can only request this after ${seconds} seconds.`,
        );
      }
      const code = String(randomInt(10 ** otp_length)).padStart(otp_length, "0");
      const tokenHash = `${pkce ? PKCE_MARK : ""}${hashOf(email, code)}`;
      await db`delete from auth.one_time_tokens where user_id = ${user.id} and token_type::text = ${kind}`;
      await db`
        insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
        values (${randomUUID()}, ${user.id}, ${kind}, ${tokenHash}, ${email}, now() at time zone 'UTC', now() at time zone 'UTC')`;
      await db`update auth.users set ${db(SENT_AT[kind])} = now(), updated_at = now() where id = ${user.id}`;
      return { code, tokenHash };
    },

    async takeCode(db, user, kinds, email, code) {
      const candidates = await select(db, db`user_id = ${user.id}`, kinds);
      const expected = Buffer.from(hashOf(email, code));
      for (const stored of candidates) {
        const known = Buffer.from(stored.token_hash.replace(PKCE_MARK, ""));
        const right = known.length === expected.length && timingSafeEqual(known, expected);
        const tried = tries.get(stored.id) ?? 0;
        if (right && stored.fresh && tried < TRIES) return await take(db, stored);
        tries.set(stored.id, tried + 1);
      }
      throw otpExpired();
    },

    async takeHash(db, kinds, tokenHash) {
      misses = misses.filter((at) => at > now() - LINK_MISSES.within);
      if (misses.length >= LINK_MISSES.most) {
        throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
      }
      const [stored] = await select(db, db`token_hash = ${tokenHash}`, kinds);
      if (stored?.fresh && (tries.get(stored.id) ?? 0) < TRIES) return await take(db, stored);
      misses.push(now());
      throw otpExpired();
    },
  };
}

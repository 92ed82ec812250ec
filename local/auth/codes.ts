/** Codes and links sent by email or SMS: digits, a few minutes, single use, stored as a hash. */
import { createHash, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Config } from "../config.ts";
import { AuthError, linkExpired, otpExpired } from "./errors.ts";
import type { Db, User } from "./users.ts";

/** The types of `auth.one_time_tokens` used here. */
const KINDS = [
  "confirmation_token",
  "recovery_token",
  "email_change_token_new",
  "email_change_token_current",
  "reauthentication_token",
  "phone_change_token",
] as const;
export type CodeKind = (typeof KINDS)[number];

/** Prefix of a link that leads to an authorization code instead of tokens. */
const PKCE_PREFIX = "pkce_";
export const isPkce = (tokenHash: string) => tokenHash.startsWith(PKCE_PREFIX);

const storedCode = z.object({
  id: z.guid(),
  user_id: z.guid(),
  token_type: z.enum(KINDS),
  token_hash: z.string(),
  fresh: z.boolean(),
});
export type StoredCode = z.infer<typeof storedCode>;

/** As in GoTrue: SHA-224 of address, or number, and code. */
const hashOf = (address: string, code: string) => createHash("sha224").update(`${address}${code}`).digest("hex");

const SENT_AT = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  email_change_token_new: "email_change_sent_at",
  email_change_token_current: "email_change_sent_at",
  reauthentication_token: "reauthentication_sent_at",
  phone_change_token: "phone_change_sent_at",
} as const satisfies Record<CodeKind, keyof User>;

export interface Codes {
  /** Throws 429 when the last message of this kind was sent less than `max_frequency` ago. */
  checkResendInterval(user: User, kind: CodeKind): void;
  create(): string;
  /** Stores a code for an address, or a number, and invalidates an earlier one of the same kind. Returns its hash. */
  store(db: Db, user: User, kind: CodeKind, address: string, code: string, pkce: boolean): Promise<string>;
  /**
   * Redeems a typed code and locks its user. Throws `otp_expired` for a wrong, old or used code. As in GoTrue, a wrong
   * attempt costs a code nothing: only the rate limit by address counts attempts.
   */
  redeemCode(db: Db, kinds: readonly CodeKind[], address: string, code: string): Promise<StoredCode>;
  /** Redeems the hash of a link and locks its user. Throws like `redeemCode`. */
  redeemHash(db: Db, kinds: readonly CodeKind[], tokenHash: string): Promise<StoredCode>;
}

/** config.toml has no name for length and life of codes by SMS. A hosted project has them by its dashboard: those of emails. */
export const SMS_CODES = { otp_length: 8, otp_expiry: 300 } as const;

type CodeSettings = Pick<Config["auth"]["email"], "otp_length" | "otp_expiry" | "max_frequency">;

export function createCodes(
  { otp_length, otp_expiry, max_frequency }: CodeSettings,
  channel: "email" | "sms",
  now: () => number = Date.now,
): Codes {
  /** Deletes a code. Only one of two concurrent requests succeeds. */
  const redeem = async (db: Db, stored: StoredCode): Promise<StoredCode | null> => {
    const { count } = await db`delete from auth.one_time_tokens where id = ${stored.id}`;
    return count === 1 ? stored : null;
  };
  /** Selects codes whose address still belongs to their user. */
  const select = async (db: Db, where: ReturnType<Db>, kinds: readonly CodeKind[]) => {
    const rows = await db`
      select t.id, t.user_id, t.token_type, t.token_hash,
        t.created_at > now() at time zone 'UTC' - make_interval(secs => ${otp_expiry}) as fresh
      from auth.one_time_tokens t join auth.users u on u.id = t.user_id
      where ${where} and t.token_type::text in ${db([...kinds])} and u.deleted_at is null
        and t.relates_to in (
          case t.token_type
            when 'email_change_token_new' then u.email_change
            when 'phone_change_token' then u.phone_change
            else u.email
          end,
          case when t.token_type in ('confirmation_token', 'reauthentication_token') then u.phone end
        )
      for update of u`;
    return z.array(storedCode).parse([...rows]);
  };

  return {
    checkResendInterval(user, kind) {
      const last = user[SENT_AT[kind]];
      const wait = last === null ? 0 : last.getTime() + max_frequency - now();
      if (wait <= 0) return;
      const seconds = Math.ceil(wait / 1000);
      throw new AuthError(
        429,
        `over_${channel}_send_rate_limit`,
        `For security purposes, you can only request this after ${seconds} seconds.`,
      );
    },

    create: () => String(randomInt(10 ** otp_length)).padStart(otp_length, "0"),

    async store(db, user, kind, address, code, pkce) {
      const tokenHash = `${pkce ? PKCE_PREFIX : ""}${hashOf(address, code)}`;
      await db`delete from auth.one_time_tokens where user_id = ${user.id} and token_type::text = ${kind}`;
      await db`
        insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
        values (${randomUUID()}, ${user.id}, ${kind}, ${tokenHash}, ${address}, now() at time zone 'UTC', now() at time zone 'UTC')`;
      await db`update auth.users set ${db(SENT_AT[kind])} = now(), updated_at = now() where id = ${user.id}`;
      return tokenHash;
    },

    async redeemCode(db, kinds, address, code) {
      // Two guests may have requested the same new address. Each has their own code.
      const candidates = await select(db, db`t.relates_to = ${address}`, kinds);
      const expected = Buffer.from(hashOf(address, code));
      for (const stored of candidates) {
        const actual = Buffer.from(stored.token_hash.replace(PKCE_PREFIX, ""));
        const isCorrect = actual.length === expected.length && timingSafeEqual(actual, expected);
        const redeemed = isCorrect && stored.fresh ? await redeem(db, stored) : null;
        if (redeemed) return redeemed;
      }
      throw otpExpired();
    },

    async redeemHash(db, kinds, tokenHash) {
      const [stored] = await select(db, db`t.token_hash = ${tokenHash}`, kinds);
      const redeemed = stored?.fresh ? await redeem(db, stored) : null;
      if (redeemed === null) throw linkExpired();
      return redeemed;
    },
  };
}

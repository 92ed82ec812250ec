/**
 * Shapes of a person's account as the database gives them. Names are the columns' names; times are ISO 8601 with
 * offset. A guest (anonymous user) has a profile; a person with a mail address has a workspace of their own too.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { count } from "./numbers.ts";
import { workspaceRole } from "./roles.ts";
import { time } from "./time.ts";

/** What a person said about themselves last; `null` is not said yet. `ui_locale` is the language of the buttons. */
export const profile = z.object({
  display_name: z.nullable(z.string()),
  speaks: z.nullable(language),
  reads: z.nullable(language),
  ui_locale: z.nullable(z.string()),
  /** IANA name: `Europe/Madrid`. */
  time_zone: z.nullable(z.string()),
});
export type Profile = z.infer<typeof profile>;

/** An address as typed. Whether it exists is found out by writing to it, and told to nobody else. */
export const emailAddress = z
  .pipe(
    z.string(),
    z.transform((typed) => typed.trim().toLowerCase()),
  )
  .check((context) => {
    if (
      context.value.length > LIMITS.email.max ||
      !/^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@.]+$/u.test(context.value)
    )
      context.issues.push({ code: "custom", message: "mail/malformed", input: context.value });
  });

/** Six digits as typed, of any script, with or without blanks and dashes: `١٢٣ ٤٥٦` is `123456`. */
export const oneTimeCode = z
  .pipe(
    z.string(),
    z.transform((typed) =>
      typed
        .normalize("NFKC")
        .replace(/[\s\p{Pd}\p{Cf}]/gu, "")
        .replace(/\p{Nd}/gu, asciiDigit),
    ),
  )
  .check((context) => {
    if (!/^[0-9]{6}$/u.test(context.value))
      context.issues.push({ code: "custom", message: "account/code-refused", input: context.value });
  });

/** Unicode keeps the ten digits of a script together, the zero at a multiple of ten from its neighbours' zeros. */
function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--;
  return String(code - zero);
}

/** What a link of a mail carries. */
export const linkToken = z.object({
  token_hash: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,200}$/u)),
  type: z.enum(["email", "email_change", "magiclink", "signup", "recovery", "invite"]),
});
export type LinkToken = z.infer<typeof linkToken>;

export const homeMeeting = z.object({
  meeting_id: z.uuid(),
  code: z.string(),
  title: z.nullable(z.string()),
  /** `member`: not in it, but of its workspace. */
  role: z.enum(["host", "co-host", "guest", "member"]),
  /** Its code opens no more. */
  ended: z.boolean(),
  /** How many are inside now; 0 when no call is open. */
  inside: count,
  /** When the last call began; `null` before the first. */
  last_call_at: z.nullable(time),
  created_at: time,
  /** In order of first coming, at most `LIMITS.homePeople`; `people_count` is all of them. */
  people: z.array(z.object({ number: z.int(), display_name: z.string(), speaks: language, reads: language })),
  people_count: count,
});
export type HomeMeeting = z.infer<typeof homeMeeting>;

/** Answer of `home()`: newest first, by last call or by when made, at most `LIMITS.homeMeetings`. */
export const home = z.object({
  profile,
  workspaces: z.array(z.object({ id: z.uuid(), name: z.string(), role: workspaceRole })),
  meetings: z.array(homeMeeting),
});
export type Home = z.infer<typeof home>;

/** Answer of `create_merge_token()`: whoever shows it within `LIMITS.claimLife` takes over what the guest has. 256 bits. */
export const claimOffer = z.object({ token: z.string().check(z.regex(/^[0-9a-f]{64}$/u)) });

/** Answer of `redeem_merge_token(p_token)`: how many meetings came over. */
export const claimed = z.object({ meetings: count });

/** Answer of `health()`. `migration` is the version of the last one. */
export const health = z.object({ now: time, migration: z.string() });

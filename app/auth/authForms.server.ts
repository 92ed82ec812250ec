/** Parsers of the sign-in and sign-out forms. A `.server` file keeps them, and zod, out of browser bundles. */
import * as z from "zod/mini";
import { oneTimeCode } from "#contracts/account.ts";

export { linkToken } from "#contracts/account.ts";
export { wrongEmailCharacter } from "#contracts/text/emailAddress.ts";

/** The token of Turnstile, empty without it. */
const captcha = z._default(z.string(), "");

const next = z._default(z.string(), "");

export const signInForm = z.object({
  /** Empty with a passkey. */
  mail: z._default(z.string(), ""),
  next,
  captcha,
  way: z._default(z.enum(["code", "email-code", "sso", "use-password", "password", "passkey"]), "code"),
  password: z._default(z.string(), ""),
  /** The id of a provider, or `sso:` and the domain of a company, from its button. */
  provider: z._default(z.string().check(z.maxLength(260)), ""),
});

export const signUpForm = z.object({ mail: z.string(), password: z.string(), next, captcha });

export const codeForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("enter"), code: z.string() }),
  z.object({ intent: z.literal("again"), captcha }),
]);

/** Returns the digits, or null. */
export function parseCode(typed: string): string | null {
  const parsed = oneTimeCode.safeParse(typed);
  return parsed.success ? parsed.data : null;
}

export const signOutForm = z.object({ everywhere: z.optional(z.literal("on")) });

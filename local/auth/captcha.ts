/** `[auth.captcha]` of config.toml: requests that make a user or send an email carry a token of Turnstile or hCaptcha. */
import * as z from "zod";
import type { Config } from "../config.ts";
import { SECRET_KEY } from "../keys.ts";
import { AuthError } from "./errors.ts";

const VERIFY_URLS = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  hcaptcha: "https://hcaptcha.com/siteverify",
} as const;

const PROTECTED = new Set([
  "POST /signup",
  "POST /otp",
  "POST /magiclink",
  "POST /token",
  "POST /recover",
  "POST /resend",
  "POST /passkeys/authentication/options",
  "POST /sso",
]);
/** Their caller has proven itself before. */
const FREE_GRANTS = new Set(["refresh_token", "pkce"]);

const tokenField = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string().min(1) }) });
const verdict = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) });

export interface CaptchaOptions {
  readonly config: Config["auth"]["captcha"];
  /** Verifies tokens instead of the provider. */
  readonly verifyUrl?: string;
}

/** Throws `captcha_failed` as GoTrue's `verifyCaptcha` does. Requests with the secret key pass, because they are an admin's. */
export async function requireCaptcha(
  { config, verifyUrl }: CaptchaOptions,
  route: string,
  request: Request,
  body: unknown,
): Promise<void> {
  if (!config.enabled || !PROTECTED.has(route) || request.headers.get("apikey") === SECRET_KEY) return;
  if (route === "POST /token" && FREE_GRANTS.has(new URL(request.url).searchParams.get("grant_type") ?? "")) return;
  const token = tokenField.safeParse(body).data?.gotrue_meta_security.captcha_token;
  if (token === undefined) throw captchaFailed("no captcha_token found");
  const response = await fetch(verifyUrl ?? VERIFY_URLS[config.provider], {
    method: "POST",
    body: new URLSearchParams({ secret: config.secret, response: token }),
  });
  const result = verdict.parse(await response.json());
  if (!result.success) throw captchaFailed(result["error-codes"].join(", "));
}

const captchaFailed = (reason: string) =>
  new AuthError(400, "captcha_failed", `captcha protection: request disallowed (${reason})`);

/**
 * Cloudflare Turnstile, if the operator configured it: forms that create a user or send an email need its token.
 * Auth does not verify the Worker's requests, because they carry the secret key (`verifyCaptcha` in
 * internal/api/middleware.go of supabase/auth). It verifies direct requests.
 */
import * as z from "zod/mini";
import type { Env } from "./env.ts";

const VERIFY_URL = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const TIMEOUT_MS = 5_000;
/** Turnstile's tokens are at most 2048 characters. */
const MAX_TOKEN_LENGTH = 2048;
const verified = z.object({ success: z.boolean() });

/** Returns whether Turnstile accepts the token of a form. Each token counts once. Always true without Turnstile. */
export type CheckCaptcha = (token: string) => Promise<boolean>;

export function createCaptchaCheck({ turnstileSecret: secret }: Env): CheckCaptcha {
  if (secret === undefined) return async () => true;
  return async (token) => {
    if (token === "" || token.length > MAX_TOKEN_LENGTH) return false;
    const body = new URLSearchParams({ secret, response: token });
    try {
      const response = await fetch(VERIFY_URL, { method: "POST", body, signal: AbortSignal.timeout(TIMEOUT_MS) });
      return verified.parse(await response.json()).success;
    } catch {
      return false;
    }
  };
}

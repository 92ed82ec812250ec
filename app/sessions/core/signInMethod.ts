import type { SignInMethod } from "./sessionView.ts";

/** Methods that Auth writes into a session, except for second factors, and `sms` of our database. */
const FIRST_FACTORS: Readonly<Record<string, SignInMethod>> = {
  otp: "email",
  sms: "sms",
  magiclink: "email",
  "email/signup": "email",
  invite: "email",
  recovery: "email",
  email_change: "email",
  password: "password",
  passkey: "passkey",
  oauth: "provider",
  "sso/saml": "sso",
};

const SECOND_FACTORS: ReadonlySet<string> = new Set(["totp", "mfa/phone", "mfa/webauthn", "mfa/recovery_code"]);

/** Returns how a session began. `methods`: as Auth names them, the first one first. */
export function signInMethod(methods: readonly string[]): SignInMethod {
  if (methods.some((method) => SECOND_FACTORS.has(method))) return "twoFactors";
  for (const method of methods) {
    const known = Object.hasOwn(FIRST_FACTORS, method) ? FIRST_FACTORS[method] : undefined;
    if (known !== undefined) return known;
  }
  return "other";
}

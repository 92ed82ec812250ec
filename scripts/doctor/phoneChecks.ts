/** Auth's settings of phone numbers, which `/sign-in` needs to offer them. */

import { SMS_CODES } from "../../local/auth/codes.ts";
import type { Config } from "../../local/config.ts";
import { type Finding, unknown, verdict } from "./finding.ts";
import type { AuthConfig } from "./managementApi.ts";

const WHERE = "Authentication → Sign In / Providers → Phone";

export function phoneFindings(auth: AuthConfig, { sms, rate_limit }: Config["auth"]): Finding[] {
  if (auth.external_phone_enabled !== true)
    return [unknown("3", `Nobody can sign in by phone number. Optional: ${WHERE}.`)];
  const equals = (name: string, actual: number | null | undefined, wanted: number, where = WHERE): Finding =>
    verdict("3", actual === wanted, `${name}: ${wanted}.`, `${name}: ${actual ?? "not set"}, not ${wanted}: ${where}.`);
  return [
    verdict(
      "3",
      auth.sms_autoconfirm === false,
      "Numbers are confirmed by a code.",
      `Auth believes every number, so Parley offers none: ${WHERE}, switch on phone confirmations.`,
    ),
    verdict(
      "3",
      auth.hook_send_sms_enabled === true,
      "SMS pass the limits of auth-messages.",
      "SMS bypass Parley's limits and languages: Authentication → Hooks, Send SMS.",
    ),
    equals("Digits of a code by SMS", auth.sms_otp_length, SMS_CODES.otp_length),
    equals("Seconds until a code by SMS expires", auth.sms_otp_exp, SMS_CODES.otp_expiry),
    equals("Seconds between SMS to one user", auth.sms_max_frequency, sms.max_frequency / 1000),
    equals("SMS an hour", auth.rate_limit_sms_sent, rate_limit.sms_sent, "Authentication → Rate limits"),
  ];
}

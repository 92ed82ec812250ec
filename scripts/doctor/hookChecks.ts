/** Auth's hooks for emails and SMS, by the Management API and by the function that handles them. */
import { authHookStatus } from "#contracts/authHooks.ts";
import type { SupabaseProject } from "../lib/supabaseProject.ts";
import { type Finding, ok, unknown, verdict } from "./finding.ts";
import type { AuthConfig } from "./managementApi.ts";
import { request } from "./request.ts";

const FUNCTION_PATH = "/functions/v1/auth-messages";

export function hookFindings(auth: AuthConfig): Finding[] {
  return [
    hookFinding(
      "Send Email",
      auth.hook_send_email_enabled,
      auth.hook_send_email_uri,
      "Auth sends its templates in three languages",
    ),
    hookFinding(
      "Send SMS",
      auth.hook_send_sms_enabled,
      auth.hook_send_sms_uri,
      "nobody gets a code by SMS from Parley",
    ),
  ];
}

function hookFinding(
  name: string,
  isOn: boolean | null | undefined,
  uri: string | null | undefined,
  without: string,
): Finding {
  if (isOn !== true) return unknown("2", `The hook ${name} is off, so ${without}: Authentication → Hooks.`);
  return verdict(
    "2",
    uri?.endsWith(FUNCTION_PATH) === true,
    `The hook ${name} calls auth-messages.`,
    `The hook ${name} does not call auth-messages: Authentication → Hooks, https://<reference>.supabase.co${FUNCTION_PATH}.`,
  );
}

/** The function shows which of its hooks have a secret and a provider, not whether Auth has the same secret. */
export async function checkHookFunction({ url, publishableKey }: SupabaseProject): Promise<Finding[]> {
  const { json } = await request(`${url}${FUNCTION_PATH}`, { headers: { apikey: publishableKey } });
  const status = authHookStatus.safeParse(json).data;
  if (status === undefined) return [unknown("2", "auth-messages does not show which hooks it is configured for.")];
  const limit = status.dayLimit
    ? ok("2", "auth-messages limits the codes of a day.")
    : unknown(
        "2",
        "auth-messages limits the codes of an hour only: set SIGN_IN_EMAILS_PER_DAY if your provider's plan has a sum.",
      );
  return [
    ...(status.email ? [limit] : []),
    status.email
      ? ok("2", "auth-messages has a secret and a provider for emails.")
      : unknown("2", "auth-messages sends no emails: SEND_EMAIL_HOOK_SECRET, EMAIL_URL, EMAIL_KEY, EMAIL_FROM."),
    status.sms
      ? ok("2", "auth-messages has a secret and a provider for SMS.")
      : unknown("2", "auth-messages sends no SMS: SEND_SMS_HOOK_SECRET, SMS_URL, SMS_KEY, SMS_FROM."),
  ];
}

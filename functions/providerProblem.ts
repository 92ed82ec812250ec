/** Why a provider, or Auth, sent somebody back without a code. */
import type { ProviderProblem } from "~/lib/loadContext.ts";

const PROBLEMS: Readonly<Record<string, ProviderProblem>> = {
  provider_email_needs_verification: "unverified",
  signup_disabled: "closed",
  bad_oauth_state: "expired",
  flow_state_already_used: "expired",
  flow_state_expired: "expired",
  flow_state_not_found: "expired",
};

/** Auth's error for a person whose provider names no address. It has no code of its own. */
const NO_EMAIL = "Error getting user email from external provider";

/** Returns what went wrong at the provider or at Auth. The texts of both are never shown. */
export function problemOf(query: URLSearchParams): ProviderProblem {
  const code = query.get("error_code") ?? "";
  if (Object.hasOwn(PROBLEMS, code)) return PROBLEMS[code] ?? "unavailable";
  if (query.get("error_description") === NO_EMAIL) return "unverified";
  return code === "" && query.get("error") === "access_denied" ? "refused" : "unavailable";
}

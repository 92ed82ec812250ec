/** Why a provider, or Auth, sent somebody back without a code. */
import type { CompanyProblem, ProviderProblem } from "~/lib/loadContext.ts";

const PROBLEMS: Readonly<Record<string, ProviderProblem>> = {
  provider_email_needs_verification: "unverified",
  signup_disabled: "closed",
  bad_oauth_state: "expired",
  flow_state_already_used: "expired",
  flow_state_expired: "expired",
  flow_state_not_found: "expired",
};

/** Those of single sign-on. The last three lines: the company has none here any more. */
const COMPANY_PROBLEMS: Readonly<Record<string, CompanyProblem>> = {
  saml_relay_state_expired: "expired",
  saml_relay_state_not_found: "expired",
  saml_assertion_no_email: "rejected",
  saml_assertion_no_user_id: "rejected",
  validation_failed: "rejected",
  saml_idp_not_found: "gone",
  sso_provider_disabled: "gone",
  sso_provider_not_found: "gone",
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

/** Like `problemOf`, for the single sign-on of a company. */
export function companyProblemOf(query: URLSearchParams): CompanyProblem {
  const code = query.get("error_code") ?? "";
  return (Object.hasOwn(COMPANY_PROBLEMS, code) ? COMPANY_PROBLEMS[code] : undefined) ?? problemOf(query);
}

/**
 * Sign-in by the identity provider of a company, found by a domain. Anybody learns which domains have one, because the way there shows it;
 * nobody learns who has an account. `providerSignIn` finishes the flow.
 */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { SignInProvider, SsoSignIn } from "~/lib/loadContext.ts";
import { postSignInPath } from "~/lib/postSignInPath.ts";
import { authErrorCode } from "./auth-client.ts";
import { callbackUrl, keepFlow } from "./providerFlowCookie.ts";
import type { SignInParts } from "./signInSteps.ts";

const MAX_DOMAIN_CHARS = 253;
/** At least two labels of 1 to 63 characters, and no IP address. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/u;

/** Auth's errors for a domain without an identity provider, or with one that is switched off. They look alike to visitors. */
const WITHOUT_PROVIDER = new Set(["sso_provider_not_found", "sso_provider_disabled", "saml_provider_disabled"]);

/** Returns the domain of an address, or a typed one, in ASCII and lower case. Null for other text. */
export function domainOf(typed: string): string | null {
  const text = typed.trim();
  const domain = text.slice(text.lastIndexOf("@") + 1);
  if (domain.length > MAX_DOMAIN_CHARS || /[\s/?#:\\%]/u.test(domain) || !URL.canParse(`http://${domain}`)) return null;
  const { hostname } = new URL(`http://${domain}`);
  return hostname.length <= MAX_DOMAIN_CHARS && DOMAIN.test(hostname) ? hostname : null;
}

/** Returns the company of a flow as pages name it, or null for the flow of another provider. */
export function companyOfFlow(provider: string): SignInProvider | null {
  const [, name] = /^sso:([a-z0-9.-]{1,253})$/u.exec(provider) ?? [];
  return name === undefined ? null : { id: provider, name };
}

export function ssoSignIn(parts: SignInParts): SsoSignIn {
  const { auth, verifiers, origin } = parts;

  /** Asks Auth for the way to a provider. Returns null without one. */
  async function request(domain: string, redirectTo: string): Promise<Result<string | null>> {
    if (!(await parts.ways()).sso) return ok(null);
    const { data, error } = await auth().signInWithSSO({ domain, options: { redirectTo, skipBrowserRedirect: true } });
    if (!error) return ok(data.url);
    return WITHOUT_PROVIDER.has(error.code ?? "") ? ok(null) : fail(authErrorCode(error), error.code);
  }

  return {
    async findCompany(typed) {
      const domain = domainOf(typed);
      if (domain === null) return ok(null);
      const found = await request(domain, origin);
      return found.ok ? ok(found.value === null ? null : domain) : found;
    },

    async beginSso(typed, next) {
      const domain = domainOf(typed);
      if (domain === null) return ok(null);
      const flow = crypto.randomUUID();
      const before = new Set(verifiers.keys());
      const found = await request(domain, callbackUrl(origin, flow));
      if (!found.ok || found.value === null) return found;
      // The response does not name the flow of the verifier, unlike that of other providers.
      const cookie = [...verifiers.keys()].find((name) => !before.has(name)) ?? "";
      const [, flowId = null] = /-flow-([0-9a-f]{32})-code-verifier$/u.exec(cookie) ?? [];
      const begun = { id: flow, provider: `sso:${domain}`, next: postSignInPath(next), connects: null };
      const url = keepFlow(parts, begun, { url: found.value, flowId });
      return url === null ? fail("bug/unexpected", "no verifier") : ok(url);
    },
  };
}

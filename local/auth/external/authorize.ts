/** `/authorize` and `/user/identities/authorize`: lead to a provider (external.go, identity.go). */
import { requireSession } from "../account.ts";
import type { AuthContext } from "../context.ts";
import { safeRedirect } from "../emails.ts";
import { invalid } from "../errors.ts";
import { requireManualLinking } from "../identities.ts";
import { challengeFields, requireWholeChallenge } from "../pkce.ts";
import { nonceOf, startFlow } from "./flows.ts";
import { RESERVED_PARAMETERS } from "./reservedParameters.ts";

/** Redirects a browser to the provider. */
export const authorize = async (context: AuthContext, request: Request): Promise<Response> =>
  found(await providerUrl(context, request, null));

/** Leads a signed-in user to a provider whose identity they want to link. */
export async function authorizeLink(context: AuthContext, request: Request): Promise<Response> {
  const { sub } = await requireSession(context, request);
  requireManualLinking(context);
  const url = await providerUrl(context, request, sub);
  const isSkipped = new URL(request.url).searchParams.get("skip_http_redirect") === "true";
  return isSkipped ? Response.json({ url }) : found(url);
}

async function providerUrl(
  { sql, providers, siteUrl }: AuthContext,
  request: Request,
  linkingTarget: string | null,
): Promise<string> {
  const query = new URL(request.url).searchParams;
  const name = (query.get("provider") ?? "").toLowerCase();
  const provider = await providers.find(sql, name);
  const parsed = challengeFields.safeParse(Object.fromEntries(query));
  if (!parsed.success) throw invalid("Invalid code_challenge or code_challenge_method");
  requireWholeChallenge(parsed.data);
  const { state, codeChallenge } = await startFlow(sql, {
    provider: name,
    redirectTo: safeRedirect(query.get("redirect_to"), siteUrl),
    challenge: parsed.data,
    linkingTarget,
    emailOptional: provider.emailOptional,
  });
  return await provider.authorizeUrl({
    state,
    scopes: query.get("scopes") ?? "",
    codeChallenge,
    nonce: nonceOf(state, provider.secret),
    extra: extraParameters(query),
  });
}

/** Names that Auth reads itself. */
const OWN_PARAMETERS = new Set(["provider", "scopes", "redirect_to", "skip_http_redirect", "invite_token"]);

/**
 * Returns the parameters that the provider may receive. As in GoTrue, names that Auth controls are dropped in any case.
 * Stricter: `nonce` too, which GoTrue passes on without comparing it.
 */
const extraParameters = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...query].filter(([name]) => !OWN_PARAMETERS.has(name) && !RESERVED_PARAMETERS.has(name.toLowerCase())),
  );

const found = (location: string) =>
  new Response(null, {
    status: 302,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });

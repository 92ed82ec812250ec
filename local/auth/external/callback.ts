/** `/callback`: what a provider's page leads back to (external.go, external_oauth.go). Always redirects to the app. */
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { startSession } from "../sessions.ts";
import type { Db } from "../users.ts";
import { claimFlow, endFlow, type Flow, nonceOf, requireFlow } from "./flows.ts";
import { linkToUser, signInByIdentity } from "./linking.ts";
import type { ProviderUser } from "./provider.ts";

/** An error of the provider, which the app receives as it is. */
class ProviderError extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

/** Providers post the response instead if the client requests that. */
export async function callback(context: AuthContext, request: Request, body: unknown): Promise<Response> {
  const query = body instanceof URLSearchParams ? body : new URL(request.url).searchParams;
  const { sql, siteUrl, log } = context;
  let flow: Flow;
  try {
    flow = await requireFlow(sql, query.get("state"));
  } catch (error) {
    // Without a flow nobody knows the page to return to.
    return redirect(303, withError(new URL(siteUrl), error, log).url);
  }
  try {
    return redirect(302, await finish(context, request, flow, query));
  } catch (error) {
    const { url, parameters } = withError(new URL(flow.referrer), error, log);
    url.hash = new URLSearchParams({ ...parameters, sb: "" }).toString();
    return redirect(302, url);
  }
}

async function finish(context: AuthContext, request: Request, flow: Flow, query: URLSearchParams): Promise<URL> {
  const { sql, providers } = context;
  const refusal = query.get("error");
  if (refusal) throw new ProviderError(refusal, query.get("error_description") ?? "");
  const code = query.get("code");
  if (!code) {
    throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code missing");
  }
  const provider = await providers.find(sql, flow.provider_type);
  const nonce = nonceOf(flow.id, provider.secret);
  const person = await provider.fetchUser({ code, codeVerifier: flow.code_verifier, nonce });
  if (person.emails.length === 0 && !provider.emailOptional) {
    throw new AuthError(500, "unexpected_failure", "Error getting user email from external provider");
  }
  const url = new URL(flow.referrer);
  const outcome = await sql.begin(async (db: Db) => {
    const result = await findUserOf(db, context, flow, person, provider.emailOptional);
    // As in GoTrue, the user and the email to confirm the address are stored.
    if ("error" in result) return result;
    if (flow.is_pkce) return { code: await claimFlow(db, flow, result.userId, person), tokens: null };
    await endFlow(db, flow);
    return { code: null, tokens: await startSession(db, context, result.userId, "oauth", request) };
  });
  if ("error" in outcome) throw outcome.error;
  if (outcome.code !== null) url.searchParams.set("code", outcome.code);
  else {
    const { access_token, refresh_token, expires_in, expires_at, token_type } = outcome.tokens;
    url.hash = new URLSearchParams({
      ...{ access_token, refresh_token, token_type, expires_in: `${expires_in}`, expires_at: `${expires_at}` },
      provider_token: person.accessToken,
      ...(person.refreshToken !== "" && { provider_refresh_token: person.refreshToken }),
    }).toString();
  }
  return url;
}

const findUserOf = async (db: Db, context: AuthContext, flow: Flow, person: ProviderUser, emailOptional: boolean) =>
  flow.linking_target_id === null
    ? await signInByIdentity(db, context, { provider: flow.provider_type, person, emailOptional })
    : await linkToUser(db, context, { provider: flow.provider_type, person, userId: flow.linking_target_id });

/** The values of `error` in OAuth 2 for our statuses. */
const ERRORS: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  503: "temporarily_unavailable",
};
const DENIED = new Set(["signup_disabled", "user_banned", "provider_email_needs_verification"]);

/** Puts an error into the query. Unexpected ones are logged without their text, which may contain what a person wrote. */
function withError(url: URL, error: unknown, log: AuthContext["log"]) {
  const parameters = parametersOf(error, log);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url, parameters };
}

function parametersOf(error: unknown, log: AuthContext["log"]): Record<string, string> {
  if (error instanceof ProviderError) return { error: error.code, error_description: error.message };
  if (error instanceof AuthError) {
    return {
      error: DENIED.has(error.code) ? "access_denied" : (ERRORS[error.status] ?? "server_error"),
      error_code: error.code,
      error_description: error.message,
    };
  }
  log(`auth: /callback failed: ${error instanceof Error ? error.name : "unknown"}`);
  return { error: "server_error", error_code: "unexpected_failure", error_description: "Unexpected failure" };
}

const redirect = (status: 302 | 303, url: URL) =>
  new Response(null, {
    status,
    headers: { location: url.href, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });

/** The interface of a provider of identities, in any protocol. */
import { AuthError } from "../errors.ts";

export interface ProviderEmail {
  readonly email: string;
  readonly verified: boolean;
  readonly primary: boolean;
}

export interface ProviderUser {
  /** The identifier of the person at the provider. */
  readonly subject: string;
  readonly emails: readonly ProviderEmail[];
  /** Claims in GoTrue's shape, which become `identity_data`. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** One request for a person's identity. */
export interface AuthorizationRequest {
  readonly state: string;
  /** Replaces the provider's scopes if not empty. */
  readonly scopes: string;
  readonly codeChallenge: string;
  readonly nonce: string;
  /** Further parameters of the client. None of them is reserved. */
  readonly extra: Readonly<Record<string, string>>;
}

export interface Redemption {
  readonly code: string;
  readonly codeVerifier: string;
  readonly nonce: string;
}

export interface ExternalProvider {
  /** Whether a person needs no address. */
  readonly emailOptional: boolean;
  /** Known to Auth and the provider only. */
  readonly secret: string;
  authorizeUrl(request: AuthorizationRequest): Promise<string>;
  /** Throws for a code that the provider rejects, and for an ID token that it has not signed for this request. */
  fetchUser(redemption: Redemption): Promise<ProviderUser>;
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

const TIMEOUT_MS = 10_000;

/** Fetches JSON of a provider. Throws the given error, without the provider's text. */
export async function fetchJson(url: string, init: RequestInit, failure: () => AuthError): Promise<unknown> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: "application/json", ...init.headers },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return await response.json();
  } catch {
    // The same failure.
  }
  throw failure();
}

/** Exchanges a code at a provider's token endpoint. */
export const requestTokens = (
  tokenUrl: string,
  { clientId, clientSecret, redirectUri }: ClientCredentials,
  { code, codeVerifier }: Redemption,
): Promise<unknown> =>
  fetchJson(
    tokenUrl,
    {
      method: "POST",
      body: new URLSearchParams({
        ...{ grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: codeVerifier },
        ...{ client_id: clientId, client_secret: clientSecret },
      }),
    },
    exchangeFailed,
  );

/** Returns the address of a provider's page. */
export function authorizationUrl(
  endpoint: string,
  { clientId, redirectUri }: ClientCredentials,
  { state, scopes, codeChallenge, extra }: AuthorizationRequest,
  own: Readonly<Record<string, string>>,
): string {
  const url = new URL(endpoint);
  const parameters = {
    ...own,
    ...extra,
    ...(scopes !== "" && { scope: scopes }),
    ...{ client_id: clientId, redirect_uri: redirectUri, response_type: "code", state },
    ...{ code_challenge: codeChallenge, code_challenge_method: "S256" },
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Unlike GoTrue, names no part of the code. */
export const exchangeFailed = () => new AuthError(500, "unexpected_failure", "Unable to exchange external code");
export const profileFailed = () =>
  new AuthError(500, "unexpected_failure", "Error getting user profile from external provider");

/** Returns the claims without those that have no value. */
export const presentClaims = (claims: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(claims).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  );

/** Providers of OpenID Connect. `jose` verifies their ID tokens. */
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as z from "zod";
import { invalid } from "../errors.ts";
import {
  authorizationUrl,
  type ClientCredentials,
  type ExternalProvider,
  exchangeFailed,
  fetchJson,
  presentClaims,
  profileFailed,
  requestTokens,
} from "./provider.ts";

const discoveryDocument = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
});
export type Discovery = z.infer<typeof discoveryDocument>;

const tokens = z.object({ access_token: z.string(), id_token: z.string(), refresh_token: z.string().default("") });

/** Some providers send booleans as text. */
const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);
const idClaims = z.looseObject({
  sub: z.string().min(1).max(255),
  nonce: z.string().optional(),
  email: z.string().max(255).optional(),
  email_verified: flag.default(false),
  name: z.string().optional(),
  picture: z.string().optional(),
  preferred_username: z.string().optional(),
});

/** Signatures that anybody who knows the client's secret could make are not among them. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Fetches a provider's discovery document. Throws 400 as the admin API does if it is unusable or of another issuer. */
export async function discover(issuer: string, discoveryUrl: string): Promise<Discovery> {
  const failed = (reason: string) => invalid(`OIDC discovery from "${discoveryUrl}" failed: ${reason}`);
  const parsed = discoveryDocument.safeParse(await fetchJson(discoveryUrl, {}, () => failed("no document")));
  if (!parsed.success) {
    const missing = parsed.error.issues.map(({ path }) => path.join("."));
    throw invalid(`OIDC discovery document is missing required fields: ${missing.join(", ")}`);
  }
  if (parsed.data.issuer !== issuer) throw failed(`issuer mismatch: expected "${issuer}"`);
  return parsed.data;
}

export const discoveryUrlOf = (issuer: string): string =>
  `${issuer.replace(/\/$/u, "")}/.well-known/openid-configuration`;

export interface OidcOptions extends ClientCredentials {
  readonly issuer: string;
  /** Default: below the issuer. */
  readonly discoveryUrl?: string | null;
  readonly scopes: readonly string[];
  readonly emailOptional: boolean;
  /** Client IDs that an ID token may name besides our own. */
  readonly acceptableClientIds?: readonly string[];
  readonly authorizationParams?: Readonly<Record<string, string>>;
  readonly skipNonceCheck?: boolean;
}

export function oidcProvider(options: OidcOptions): ExternalProvider {
  const { issuer, clientId, clientSecret, scopes, emailOptional } = options;
  const discovery = () => discover(issuer, options.discoveryUrl ?? discoveryUrlOf(issuer));
  const allScopes = scopes.includes("openid") ? scopes : ["openid", ...scopes];

  /** Returns the claims of an ID token. Throws if the provider has not signed it for us and for this request. */
  async function verifyIdToken(token: string, jwksUri: string, nonce: string) {
    try {
      const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(jwksUri)), {
        issuer,
        audience: [clientId, ...(options.acceptableClientIds ?? [])],
        algorithms: ALGORITHMS,
        requiredClaims: ["exp", "iat", "sub"],
      });
      const claims = idClaims.parse(payload);
      // Stricter: GoTrue sends no nonce of its own.
      if (!options.skipNonceCheck && claims.nonce !== nonce) throw profileFailed();
      return claims;
    } catch {
      throw profileFailed();
    }
  }

  return {
    emailOptional,
    secret: clientSecret,
    async authorizeUrl(request) {
      const { authorization_endpoint } = await discovery();
      const own = { scope: allScopes.join(" "), nonce: request.nonce, ...options.authorizationParams };
      return authorizationUrl(authorization_endpoint, options, request, own);
    },
    async fetchUser(redemption) {
      const { token_endpoint, jwks_uri, userinfo_endpoint } = await discovery();
      const parsed = tokens.safeParse(await requestTokens(token_endpoint, options, redemption));
      if (!parsed.success) throw exchangeFailed();
      const { access_token, id_token, refresh_token } = parsed.data;
      const signed = await verifyIdToken(id_token, jwks_uri, redemption.nonce);
      const claims =
        signed.email === undefined && userinfo_endpoint !== undefined
          ? { ...signed, ...(await fetchUserinfo(userinfo_endpoint, access_token, signed.sub)) }
          : signed;
      const { sub, email, email_verified, name, picture, preferred_username } = claims;
      return {
        subject: sub,
        emails: email ? [{ email: email.toLowerCase(), verified: email_verified, primary: true }] : [],
        claims: presentClaims({
          ...{ iss: issuer, sub, provider_id: sub, name, full_name: name, picture, avatar_url: picture },
          ...{ preferred_username, phone_verified: false },
        }),
        accessToken: access_token,
        refreshToken: refresh_token,
      };
    },
  };
}

/** Returns claims that an ID token lacks. The subject must be that of the ID token (OpenID Connect Core, 5.3.4). */
async function fetchUserinfo(url: string, accessToken: string, subject: string) {
  const headers = { authorization: `Bearer ${accessToken}` };
  const parsed = idClaims.safeParse(await fetchJson(url, { headers }, profileFailed));
  if (!parsed.success || parsed.data.sub !== subject) throw profileFailed();
  return parsed.data;
}

/** Providers of OAuth 2 without ID tokens: GitHub, and custom ones with a userinfo endpoint. */
import * as z from "zod";
import {
  authorizationUrl,
  type ClientCredentials,
  type ExternalProvider,
  exchangeFailed,
  fetchJson,
  type ProviderUser,
  presentClaims,
  profileFailed,
  requestTokens,
} from "./provider.ts";

const tokens = z.object({ access_token: z.string().min(1), refresh_token: z.string().default("") });

type Profile = Omit<ProviderUser, "accessToken" | "refreshToken">;

interface OAuth2Options extends ClientCredentials {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  readonly emailOptional: boolean;
  readonly authorizationParams?: Readonly<Record<string, string>>;
  /** Fetches the profile of a token's owner. `get` throws for other responses than 200. */
  profile(get: (url: string) => Promise<unknown>): Promise<Profile>;
}

function oauth2Provider(options: OAuth2Options): ExternalProvider {
  const { emailOptional, clientSecret: secret } = options;
  return {
    emailOptional,
    secret,
    authorizeUrl: async (request) =>
      authorizationUrl(options.authorizationUrl, options, request, {
        ...(options.scopes.length > 0 && { scope: options.scopes.join(" ") }),
        ...options.authorizationParams,
      }),
    async fetchUser(redemption) {
      const parsed = tokens.safeParse(await requestTokens(options.tokenUrl, options, redemption));
      if (!parsed.success) throw exchangeFailed();
      const { access_token: accessToken, refresh_token: refreshToken } = parsed.data;
      const headers = { authorization: `Bearer ${accessToken}` };
      const get = (url: string) => fetchJson(url, { headers }, profileFailed);
      try {
        return { ...(await options.profile(get)), accessToken, refreshToken };
      } catch {
        throw profileFailed();
      }
    },
  };
}

const githubUser = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const githubEmails = z.array(z.object({ email: z.string().max(255), verified: z.boolean(), primary: z.boolean() }));

export interface GithubOptions extends ClientCredentials {
  /** The address of GitHub Enterprise, or of a stand-in. */
  readonly url: string;
  readonly emailOptional: boolean;
}

export function githubProvider({ url, ...options }: GithubOptions): ExternalProvider {
  const site = (url || "https://github.com").replace(/\/$/u, "");
  const api = url === "" ? "https://api.github.com" : `${site}/api/v3`;
  return oauth2Provider({
    ...options,
    authorizationUrl: `${site}/login/oauth/authorize`,
    tokenUrl: `${site}/login/oauth/access_token`,
    scopes: ["user:email"],
    async profile(get) {
      const { id, login, name, avatar_url } = githubUser.parse(await get(`${api}/user`));
      const emails = githubEmails.parse(await get(`${api}/user/emails`));
      const subject = String(id);
      return {
        subject,
        emails: emails.map((each) => ({ ...each, email: each.email.toLowerCase() })),
        claims: presentClaims({
          ...{ iss: api, sub: subject, provider_id: subject, name, full_name: name, avatar_url },
          ...{ user_name: login, preferred_username: login, phone_verified: false },
        }),
      };
    },
  });
}

const userinfo = z.looseObject({
  sub: z.union([z.string(), z.int()]).optional(),
  id: z.union([z.string(), z.int()]).optional(),
  email: z.string().max(255).optional(),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
  picture: z.string().optional(),
});

export interface UserinfoOptions extends Omit<OAuth2Options, "profile"> {
  readonly userinfoUrl: string;
  /** Claims by the names of ours. */
  readonly attributeMapping: Readonly<Record<string, string>>;
}

export function userinfoProvider({ userinfoUrl, attributeMapping, ...options }: UserinfoOptions): ExternalProvider {
  return oauth2Provider({
    ...options,
    async profile(get) {
      const raw = z.record(z.string(), z.unknown()).parse(await get(userinfoUrl));
      const mapped = Object.fromEntries(Object.entries(attributeMapping).map(([name, claim]) => [name, raw[claim]]));
      const { sub, id, email, email_verified, name, picture } = userinfo.parse({ ...raw, ...mapped });
      const subject = String(sub ?? id ?? "");
      if (subject === "") throw profileFailed();
      return {
        subject,
        emails: email ? [{ email: email.toLowerCase(), verified: email_verified, primary: true }] : [],
        claims: presentClaims({
          ...{ sub: subject, provider_id: subject, name, full_name: name, picture, avatar_url: picture },
          phone_verified: false,
        }),
      };
    },
  });
}

/** The providers of `[auth.external.…]` in config.toml, and the custom ones of the database. */
import type { Config } from "../../config.ts";
import { invalid } from "../errors.ts";
import type { Db } from "../users.ts";
import { findCustomProvider, isCustom, toProvider } from "./customProviderRows.ts";
import { githubProvider } from "./oauth2.ts";
import { oidcProvider } from "./oidc.ts";
import type { ExternalProvider } from "./provider.ts";

/** Providers whose ID tokens name their person. A `url` in config.toml replaces the issuer. */
const ISSUERS: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
  azure: "",
  gitlab: "https://gitlab.com",
  google: "https://accounts.google.com",
  keycloak: "",
  linkedin_oidc: "https://www.linkedin.com/oauth",
  slack_oidc: "https://slack.com",
};

export interface ExternalProviders {
  /** The enabled providers of config.toml. Custom ones are not among them, as in GoTrue's `/settings`. */
  readonly names: readonly string[];
  /** Returns an enabled provider. Throws GoTrue's 400 for any other. */
  find(db: Db, name: string): Promise<ExternalProvider>;
}

type Source = Config["auth"]["external"][string];

/** Throws one sentence for a provider that the embedded stack does not have, or that lacks a value. */
export function createExternalProviders(
  config: Config["auth"]["external"],
  env: Readonly<Record<string, string>>,
  gatewayUrl: string,
): ExternalProviders {
  const redirectUri = `${gatewayUrl}/auth/v1/callback`;
  const enabled = Object.entries(config).filter(([, { enabled: isEnabled }]) => isEnabled);
  const providers = new Map(enabled.map(([name, source]) => [name, configured(name, source, env, redirectUri)]));
  return {
    names: [...providers.keys()],
    async find(db, requested) {
      const name = requested.toLowerCase();
      const found = providers.get(name);
      if (found !== undefined) return found;
      if (!isCustom(name)) throw invalid("Unsupported provider: provider is not enabled");
      const custom = await findCustomProvider(db, name);
      if (custom === null) throw invalid(`Unsupported provider: custom provider ${name} not found`);
      if (!custom.enabled) throw invalid(`Unsupported provider: custom provider ${name} is disabled`);
      return toProvider(custom, redirectUri);
    },
  };
}

function configured(
  name: string,
  { client_id, secret, url, redirect_uri, email_optional, skip_nonce_check }: Source,
  env: Readonly<Record<string, string>>,
  redirectUri: string,
): ExternalProvider {
  const key = `supabase/config.toml: auth.external.${name}`;
  const issuer = url || (Object.hasOwn(ISSUERS, name) ? ISSUERS[name] : undefined);
  if (name !== "github" && !Object.hasOwn(ISSUERS, name))
    throw new Error(`${key}: the embedded Auth has no such provider.`);
  const credentials = {
    clientId: resolve(client_id, `${key}.client_id`, env),
    clientSecret: resolve(secret, `${key}.secret`, env),
    redirectUri: redirect_uri || redirectUri,
    emailOptional: email_optional,
  };
  if (name === "github") return githubProvider({ ...credentials, url });
  if (!issuer) throw new Error(`${key}.url: is missing.`);
  const scopes = ["openid", "email", "profile"];
  return oidcProvider({ ...credentials, issuer, scopes, skipNonceCheck: skip_nonce_check });
}

/** Returns the text, or the variable that `env(NAME)` names. */
function resolve(text: string, key: string, env: Readonly<Record<string, string>>): string {
  const [, name] = /^env\((\w+)\)$/u.exec(text) ?? [];
  const value = name === undefined ? text : (env[name] ?? process.env[name]);
  if (value) return value;
  throw new Error(`${key}: ${name === undefined ? "is missing" : `${name} is not set`}.`);
}

/** Custom providers in the database. */
import * as z from "zod";
import type { Db } from "../users.ts";
import { userinfoProvider } from "./oauth2.ts";
import { oidcProvider } from "./oidc.ts";
import type { ExternalProvider } from "./provider.ts";

const PREFIX = "custom:";
export const isCustom = (name: string): boolean => name.startsWith(PREFIX);

export const texts = z.array(z.string());
export const mapping = z.record(z.string(), z.string());
export const customProvider = z.object({
  id: z.guid(),
  provider_type: z.enum(["oauth2", "oidc"]),
  identifier: z.string(),
  name: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  acceptable_client_ids: texts,
  scopes: texts,
  pkce_enabled: z.boolean(),
  attribute_mapping: mapping,
  authorization_params: mapping,
  enabled: z.boolean(),
  email_optional: z.boolean(),
  issuer: z.string().nullable(),
  discovery_url: z.string().nullable(),
  skip_nonce_check: z.boolean(),
  authorization_url: z.string().nullable(),
  token_url: z.string().nullable(),
  userinfo_url: z.string().nullable(),
  jwks_uri: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
});
export type CustomProvider = z.infer<typeof customProvider>;

export async function findCustomProvider(db: Db, identifier: string): Promise<CustomProvider | null> {
  const [row] = await db`select * from auth.custom_oauth_providers where identifier = ${identifier}`;
  return row === undefined ? null : customProvider.parse(row);
}

export function toProvider(custom: CustomProvider, redirectUri: string): ExternalProvider {
  const common = {
    clientId: custom.client_id,
    clientSecret: custom.client_secret,
    redirectUri,
    scopes: custom.scopes,
    emailOptional: custom.email_optional,
    authorizationParams: custom.authorization_params,
  };
  if (custom.provider_type === "oidc") {
    return oidcProvider({
      ...common,
      issuer: custom.issuer ?? "",
      discoveryUrl: custom.discovery_url,
      acceptableClientIds: custom.acceptable_client_ids,
      skipNonceCheck: custom.skip_nonce_check,
    });
  }
  return userinfoProvider({
    ...common,
    authorizationUrl: custom.authorization_url ?? "",
    tokenUrl: custom.token_url ?? "",
    userinfoUrl: custom.userinfo_url ?? "",
    attributeMapping: custom.attribute_mapping,
  });
}

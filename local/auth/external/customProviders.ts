/** `/admin/custom-providers`: providers that an operator adds with the secret key (custom_oauth_admin.go). */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { SECRET_KEY } from "../../keys.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, invalid } from "../errors.ts";
import type { Db } from "../users.ts";
import {
  type CustomProvider,
  customProvider,
  findCustomProvider,
  isCustom,
  mapping,
  texts,
} from "./customProviderRows.ts";
import { discover, discoveryUrlOf } from "./oidc.ts";
import { RESERVED_PARAMETERS } from "./reservedParameters.ts";

const given = z
  .object({
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
    issuer: z.string(),
    discovery_url: z.string(),
    skip_nonce_check: z.boolean(),
    authorization_url: z.string(),
    token_url: z.string(),
    userinfo_url: z.string(),
    jwks_uri: z.string(),
  })
  .partial();
const creation = given.extend({ provider_type: z.string().optional(), identifier: z.string().default("") });

/** Fields that no provider may set. */
const PROTECTED = new Set([
  ...["id", "aud", "role", "app_metadata", "created_at", "updated_at", "confirmed_at", "email_confirmed_at"],
  ...["phone_confirmed_at", "email_verified", "phone_verified", "banned_until", "is_super_admin"],
]);

export async function listCustomProviders({ sql }: AuthContext, request: Request): Promise<Response> {
  requireAdmin(request);
  const type = new URL(request.url).searchParams.get("type");
  if (type !== null && type !== "oauth2" && type !== "oidc") throw invalid("type must be either 'oauth2' or 'oidc'");
  const rows = await sql`select * from auth.custom_oauth_providers order by created_at`;
  const providers = z.array(customProvider).parse([...rows]);
  return Response.json({
    providers: providers.filter((each) => type === null || each.provider_type === type).map(shown),
  });
}

export async function getCustomProvider({ sql }: AuthContext, request: Request): Promise<Response> {
  requireAdmin(request);
  return Response.json(shown(await requireCustom(sql, identifierOf(request))));
}

export async function createCustomProvider({ sql }: AuthContext, request: Request, body: unknown): Promise<Response> {
  requireAdmin(request);
  const parsed = creation.safeParse(body);
  if (!parsed.success) throw invalid(`The field ${parsed.error.issues[0]?.path.join(".") ?? ""} is invalid`);
  const { provider_type: type, identifier, ...fields } = parsed.data;
  if (type !== "oauth2" && type !== "oidc") throw invalid("provider_type must be either 'oauth2' or 'oidc'");
  if (identifier === "") throw invalid("identifier is required");
  requirePrefix(identifier);
  const required = ["name", "client_id", "client_secret"] as const;
  const endpoints =
    type === "oidc" ? (["issuer"] as const) : (["authorization_url", "token_url", "userinfo_url"] as const);
  for (const field of required) if (!fields[field]) throw invalid(`${field} is required`);
  for (const field of endpoints)
    if (!fields[field]) throw invalid(`${field} is required for ${type === "oidc" ? "OIDC" : "OAuth2"} providers`);
  if ((await findCustomProvider(sql, identifier)) !== null) {
    throw new AuthError(400, "conflict", "A custom OAuth provider with this identifier already exists");
  }
  const now = new Date();
  const provider = merged(
    {
      ...{ id: randomUUID(), provider_type: type, identifier, name: "", client_id: "", client_secret: "" },
      ...{ acceptable_client_ids: [], scopes: [], pkce_enabled: true, attribute_mapping: {}, authorization_params: {} },
      ...{ enabled: true, email_optional: false, issuer: null, discovery_url: null, skip_nonce_check: false },
      ...{ authorization_url: null, token_url: null, userinfo_url: null, jwks_uri: null },
      ...{ created_at: now, updated_at: now },
    },
    fields,
  );
  await validate(provider);
  await sql.begin(async (db: Db) => await save(db, provider));
  return Response.json(shown(provider), { status: 201 });
}

export async function updateCustomProvider({ sql }: AuthContext, request: Request, body: unknown): Promise<Response> {
  requireAdmin(request);
  const parsed = given.safeParse(body);
  if (!parsed.success) throw invalid(`The field ${parsed.error.issues[0]?.path.join(".") ?? ""} is invalid`);
  const known = await requireCustom(sql, identifierOf(request));
  const provider = merged({ ...known, updated_at: new Date() }, parsed.data);
  await validate(provider);
  await sql.begin(async (db: Db) => await save(db, provider));
  return Response.json(shown(provider));
}

export async function deleteCustomProvider({ sql }: AuthContext, request: Request): Promise<Response> {
  requireAdmin(request);
  const { id } = await requireCustom(sql, identifierOf(request));
  await sql`delete from auth.custom_oauth_providers where id = ${id}`;
  return new Response(null, { status: 204 });
}

/** Throws unless the request has the secret key. */
function requireAdmin(request: Request): void {
  if (request.headers.get("apikey") === SECRET_KEY) return;
  throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
}

const identifierOf = (request: Request): string => {
  const identifier = decodeURIComponent(new URL(request.url).pathname.split("/").at(-1) ?? "");
  requirePrefix(identifier);
  return identifier;
};

function requirePrefix(identifier: string): void {
  if (isCustom(identifier)) return;
  throw invalid(`identifier must start with 'custom:' prefix, e.g. 'custom:${identifier}'`);
}

async function requireCustom(db: Db, identifier: string): Promise<CustomProvider> {
  const found = await findCustomProvider(db, identifier);
  if (found !== null) return found;
  throw new AuthError(404, "custom_provider_not_found", "Custom OAuth provider not found");
}

/** Throws 400 for reserved parameters, protected fields, unsafe addresses, and a discovery document that does not fit. */
async function validate(provider: CustomProvider): Promise<void> {
  for (const name of Object.keys(provider.authorization_params))
    if (RESERVED_PARAMETERS.has(name)) throw invalid(`Cannot override reserved OAuth parameter: ${name}`);
  for (const field of Object.keys(provider.attribute_mapping))
    if (PROTECTED.has(field)) throw invalid(`Cannot map to protected system field: ${field}`);
  const { issuer, discovery_url, authorization_url, token_url, userinfo_url, jwks_uri } = provider;
  for (const url of [issuer, discovery_url, authorization_url, token_url, userinfo_url, jwks_uri])
    if (url) requireSafeUrl(url);
  if (provider.provider_type === "oidc" && issuer !== null)
    await discover(issuer, discovery_url ?? discoveryUrlOf(issuer));
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Only https, and http to this machine, where a stand-in for a provider runs. GoTrue allows no loopback address. */
function requireSafeUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.has(url.hostname));
  if (!isSafe || url?.username !== "" || url.password !== "") throw invalid("URL must be a valid HTTPS URL");
}

/** Returns the provider without its secret, which no response contains. */
const shown = ({ client_secret: _secret, ...provider }: CustomProvider) => provider;

/** Returns the provider with the given fields. An OpenID provider always has the scope of its ID tokens. */
function merged(known: CustomProvider, fields: object): CustomProvider {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  const provider = customProvider.parse({ ...known, ...Object.fromEntries(present) });
  const lacksScope = provider.provider_type === "oidc" && !provider.scopes.includes("openid");
  return lacksScope ? { ...provider, scopes: ["openid", ...provider.scopes] } : provider;
}

/** GoTrue encrypts the secret. The embedded stack is for tests and development. */
async function save(db: Db, provider: CustomProvider): Promise<void> {
  const { attribute_mapping, authorization_params, ...columns } = provider;
  await db`delete from auth.custom_oauth_providers where id = ${provider.id}`;
  await db`insert into auth.custom_oauth_providers ${db(columns)}`;
  await db`
    update auth.custom_oauth_providers set
      attribute_mapping = ${JSON.stringify(attribute_mapping)}::text::jsonb,
      authorization_params = ${JSON.stringify(authorization_params)}::text::jsonb
    where id = ${provider.id}`;
}

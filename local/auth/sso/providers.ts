/** `/admin/sso/providers`: identity providers that an operator adds with the secret key (ssoadmin.go). */
import * as z from "zod";
import { SECRET_KEY } from "../../keys.ts";
import { parseBody } from "../body.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, invalid } from "../errors.ts";
import type { Db } from "../users.ts";
import { fetchMetadata, parseMetadata } from "./metadata.ts";
import {
  attributeMapping,
  findProvider,
  insertProvider,
  listProviders,
  type SsoProvider,
  saveDomains,
  saveMapping,
} from "./providerRows.ts";

const given = z.object({
  type: z.string().default(""),
  metadata_url: z.string().default(""),
  metadata_xml: z.string().default(""),
  domains: z.array(z.string()).nullish(),
  attribute_mapping: attributeMapping.nullish(),
  name_id_format: z.string().default(""),
  disabled: z.boolean().nullish(),
});
type Given = z.infer<typeof given>;

const NAME_ID_FORMATS = new Set([
  "",
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
]);

export async function listSsoProviders({ sql }: AuthContext, request: Request): Promise<Response> {
  requireAdmin(request);
  const items = (await listProviders(sql)).map((provider) => shown({ ...provider, metadataXml: "" }));
  return Response.json({ items });
}

export async function getSsoProvider({ sql }: AuthContext, request: Request): Promise<Response> {
  requireAdmin(request);
  return Response.json(shown(await requireProvider(sql, request)));
}

export async function createSsoProvider({ sql }: AuthContext, request: Request, body: unknown): Promise<Response> {
  requireAdmin(request);
  const fields = parseBody(given, body);
  if (fields.type !== "saml") throw invalid("Only 'saml' supported for SSO provider type");
  requireFormat(fields);
  const metadata = await metadataOf(fields);
  if (metadata === null) throw invalid("Either metadata_xml or metadata_url must be set");
  if ((await findProvider(sql, { entityId: metadata.entityId })) !== null) {
    const message = `SAML Identity Provider with this EntityID (${metadata.entityId}) already exists`;
    throw new AuthError(422, "saml_idp_already_exists", message);
  }
  const id = await sql.begin(async (db: Db) => {
    await requireFreeDomains(db, fields.domains ?? [], null);
    const created = await insertProvider(db, {
      ...metadata,
      metadataUrl: fields.metadata_url || null,
      nameIdFormat: fields.name_id_format || null,
    });
    await saveDomains(db, created, fields.domains ?? []);
    await saveMapping(db, created, fields.attribute_mapping ?? {});
    return created;
  });
  return Response.json(shown(await requireById(sql, id)), { status: 201 });
}

/** Domains that are not given stay. The attribute mapping and the format of names are replaced in any case, as in GoTrue. */
export async function updateSsoProvider({ sql }: AuthContext, request: Request, body: unknown): Promise<Response> {
  requireAdmin(request);
  const fields = parseBody(given, body);
  requireFormat(fields);
  const known = await requireProvider(sql, request);
  const metadata = await metadataOf(fields);
  if (metadata !== null && metadata.entityId !== known.entityId) {
    const message = `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${known.entityId}' but got '${metadata.entityId}'`;
    throw new AuthError(400, "saml_entity_id_mismatch", message);
  }
  await sql.begin(async (db: Db) => {
    if (fields.domains) {
      await requireFreeDomains(db, fields.domains, known.id);
      await saveDomains(db, known.id, fields.domains);
    }
    await saveMapping(db, known.id, fields.attribute_mapping ?? {});
    await db`
      update auth.saml_providers set metadata_xml = ${metadata?.metadataXml ?? known.metadataXml},
        metadata_url = ${fields.metadata_url || known.metadataUrl}, name_id_format = ${fields.name_id_format || null},
        updated_at = now()
      where sso_provider_id = ${known.id}`;
    await db`
      update auth.sso_providers set disabled = ${fields.disabled ?? known.isDisabled}, updated_at = now()
      where id = ${known.id}`;
  });
  return Response.json(shown(await requireById(sql, known.id)));
}

/** Its users stay, and cannot sign in. */
export async function deleteSsoProvider({ sql }: AuthContext, request: Request): Promise<Response> {
  requireAdmin(request);
  const known = await requireProvider(sql, request);
  await sql`delete from auth.sso_providers where id = ${known.id}`;
  return Response.json(shown(known));
}

/** Throws unless the request has the secret key. */
function requireAdmin(request: Request): void {
  if (request.headers.get("apikey") === SECRET_KEY) return;
  throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
}

function requireFormat({ metadata_url, metadata_xml, name_id_format }: Given): void {
  if (metadata_url && metadata_xml) throw invalid("Only one of metadata_xml or metadata_url needs to be set");
  if (!NAME_ID_FORMATS.has(name_id_format)) throw invalid("name_id_format must be unspecified or a known format");
}

async function metadataOf({ metadata_url, metadata_xml }: Given) {
  const metadataXml = metadata_url ? await fetchMetadata(metadata_url) : metadata_xml;
  return metadataXml === "" ? null : { metadataXml, entityId: parseMetadata(metadataXml).entityId };
}

/** A domain belongs to a single provider. */
async function requireFreeDomains(db: Db, domains: readonly string[], ownId: string | null): Promise<void> {
  for (const domain of domains) {
    const owner = await findProvider(db, { domain });
    if (owner === null || owner.id === ownId) continue;
    const message = `SSO Domain '${domain}' is already assigned to an SSO identity provider (${owner.id})`;
    throw new AuthError(400, "sso_domain_already_exists", message);
  }
}

const requireProvider = async (db: Db, request: Request): Promise<SsoProvider> =>
  await requireById(db, new URL(request.url).pathname.split("/").at(-1) ?? "");

async function requireById(db: Db, id: string): Promise<SsoProvider> {
  const found = z.guid().safeParse(id).success ? await findProvider(db, { id }) : null;
  if (found === null) throw new AuthError(404, "sso_provider_not_found", "SSO Identity Provider not found");
  return found;
}

const shown = (provider: SsoProvider) => ({
  id: provider.id,
  ...(provider.isDisabled && { disabled: true }),
  saml: {
    entity_id: provider.entityId,
    ...(provider.metadataXml !== "" && { metadata_xml: provider.metadataXml }),
    ...(provider.metadataUrl !== null && { metadata_url: provider.metadataUrl }),
    attribute_mapping: provider.attributeMapping,
    ...(provider.nameIdFormat !== null && { name_id_format: provider.nameIdFormat }),
  },
  domains: provider.domains.map((domain) => ({ domain })),
  created_at: provider.createdAt,
  updated_at: provider.updatedAt,
});

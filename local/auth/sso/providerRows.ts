/** Identity providers in the database (models/sso.go). */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Db } from "../users.ts";

const mapper = z.object({
  name: z.string().optional(),
  names: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  array: z.boolean().optional(),
});
export const attributeMapping = z.object({ keys: z.record(z.string(), mapper).optional() });

const ssoProvider = z.object({
  id: z.guid(),
  isDisabled: z.boolean(),
  entityId: z.string(),
  metadataXml: z.string(),
  metadataUrl: z.string().nullable(),
  attributeMapping,
  nameIdFormat: z.string().nullable(),
  domains: z.array(z.string()),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type SsoProvider = z.infer<typeof ssoProvider>;

type Key = { readonly id: string } | { readonly domain: string } | { readonly entityId: string } | null;

async function findProviders(db: Db, by: Key): Promise<SsoProvider[]> {
  const where = () => {
    if (by === null) return db`true`;
    if ("id" in by) return db`p.id = ${by.id}`;
    if ("entityId" in by) return db`s.entity_id = ${by.entityId}`;
    return db`p.id = (select sso_provider_id from auth.sso_domains where lower(domain) = lower(${by.domain}))`;
  };
  const rows = await db`
    select p.id, coalesce(p.disabled, false) as "isDisabled", s.entity_id as "entityId", s.metadata_xml as "metadataXml",
      s.metadata_url as "metadataUrl", coalesce(s.attribute_mapping, '{}') as "attributeMapping",
      s.name_id_format as "nameIdFormat", p.created_at as "createdAt", p.updated_at as "updatedAt",
      array(select domain from auth.sso_domains where sso_provider_id = p.id order by domain) as domains
    from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id
    where ${where()} order by p.created_at, p.id`;
  return z.array(ssoProvider).parse([...rows]);
}

export const listProviders = (db: Db): Promise<SsoProvider[]> => findProviders(db, null);

export const findProvider = async (db: Db, by: NonNullable<Key>): Promise<SsoProvider | null> =>
  (await findProviders(db, by))[0] ?? null;

type NewProvider = Pick<SsoProvider, "entityId" | "metadataXml" | "metadataUrl" | "nameIdFormat">;

/** Stores a provider without domains. Returns its id. */
export async function insertProvider(db: Db, { entityId, metadataXml, metadataUrl, nameIdFormat }: NewProvider) {
  const id = randomUUID();
  await db`insert into auth.sso_providers (id, created_at, updated_at) values (${id}, now(), now())`;
  await db`
    insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml, metadata_url, name_id_format,
      created_at, updated_at)
    values (${randomUUID()}, ${id}, ${entityId}, ${metadataXml}, ${metadataUrl}, ${nameIdFormat}, now(), now())`;
  return id;
}

export async function saveMapping(db: Db, id: string, mapping: SsoProvider["attributeMapping"]): Promise<void> {
  await db`
    update auth.saml_providers set attribute_mapping = ${JSON.stringify(mapping)}::text::jsonb
    where sso_provider_id = ${id}`;
}

export async function saveDomains(db: Db, id: string, domains: readonly string[]): Promise<void> {
  await db`delete from auth.sso_domains where sso_provider_id = ${id}`;
  for (const domain of domains) {
    await db`
      insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
      values (${randomUUID()}, ${id}, ${domain}, now(), now())`;
  }
}

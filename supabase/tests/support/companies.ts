/** Identity providers of companies and the accounts that they manage, as Auth stores them. */
import { randomUUID } from "node:crypto";
import type { Person } from "./fixtures.ts";
import type { TestDatabase } from "./testDatabase.ts";

export interface Company {
  /** A row of `auth.sso_providers`. */
  readonly id: string;
  readonly domain: string;
}

export function companyActions(db: TestDatabase) {
  return {
    async company(): Promise<Company> {
      const [id, domain] = [randomUUID(), `${randomUUID().slice(0, 8)}.example`];
      await db.admin`insert into auth.sso_providers (id, created_at, updated_at) values (${id}, now(), now())`;
      await db.admin`
        insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
        values (${randomUUID()}, ${id}, ${domain}, now(), now())`;
      return { id, domain };
    },

    /** Returns a person whose account the company manages. */
    async employee(company: Company): Promise<Person> {
      const id = randomUUID();
      const email = `${id}@${company.domain}`;
      await db.admin`
        insert into auth.users (id, aud, role, email, is_anonymous, is_sso_user)
        values (${id}, 'authenticated', 'authenticated', ${email}, false, true)`;
      const data = JSON.stringify({ sub: id, email, email_verified: true });
      await db.admin`
        insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
        values (${id}, ${id}, ${data}::text::jsonb, ${`sso:${company.id}`}, now(), now())`;
      await db.admin`update auth.users set email_confirmed_at = now() where id = ${id}`;
      return { role: "authenticated", id };
    },

    disable: async ({ id }: Company): Promise<void> => {
      await db.admin`update auth.sso_providers set disabled = true where id = ${id}`;
    },

    removeDomain: async ({ id, domain }: Company): Promise<void> => {
      await db.admin`delete from auth.sso_domains where sso_provider_id = ${id} and domain = ${domain}`;
    },

    remove: async ({ id }: Company): Promise<void> => {
      await db.admin`delete from auth.sso_providers where id = ${id}`;
    },
  };
}

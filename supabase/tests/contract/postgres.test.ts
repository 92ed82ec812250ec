/**
 * Role `postgres` and the roles of the API as in supabase/postgres:
 * - `migrations/db/migrations/20230529180330_alter_api_roles_for_inherit.sql`: the API roles inherit;
 * - `00000000000000-initial-schema.sql`: the publication `supabase_realtime` exists;
 * - supautils, `privileged_role_allowed_configs`: `pgrst.*` and `session_replication_role` may be set by `postgres`;
 * - `migrations/db/migrate.sh`: `postgres` owns the database;
 * - it is a member of neither `supabase_storage_admin` nor `supabase_realtime_admin`.
 */
import type postgres from "postgres";
import { describe, expect, test } from "vitest";
import { targetForFile } from "./target.ts";

const target = targetForFile({
  sql: `
    create table public.contract_memos (id int primary key, memo text);
    insert into public.contract_memos values (1, 'hello');
    create role contract_reader;
    grant select on public.contract_memos to contract_reader;
    grant contract_reader to anon;`,
  cleanup: `
    drop table if exists public.contract_memos;
    drop role if exists contract_reader;`,
});

/** Runs a statement in a transaction that is rolled back. Rejects with the error of the statement. */
async function attempt(statement: string): Promise<void> {
  const undo = new Error("undo");
  await target()
    .owner.begin(async (sql: postgres.TransactionSql) => {
      await sql.unsafe(statement);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

describe("an API role", () => {
  test("inherits the grants of its roles", async () => {
    expect(await target().client().from("contract_memos").select()).toMatchObject({
      status: 200,
      data: [{ id: 1, memo: "hello" }],
    });
  });
});

// Supabase's images create the cluster with `--locale-provider=icu --icu-locale=en_US.UTF-8`.
test("text sorts and matches by ICU", async () => {
  const [row] = await target().owner`
    select (select datlocprovider from pg_database where datname = current_database()) as provider,
      array(select word from unnest(array['b', 'B', 'a', 'A', 'é', 'f']) as word order by word) as sorted,
      'हिन्दी' ~ '\\yहिन्द\\y' as splits`;
  expect(row).toEqual({ provider: "i", sorted: ["a", "A", "b", "B", "é", "f"], splits: true });
});

describe("role postgres", () => {
  test.each([
    "alter publication supabase_realtime add table public.contract_memos",
    "alter role authenticator set pgrst.db_max_rows = '5'",
    "alter role authenticator set pgrst.db_aggregates_enabled = 'true'",
    "set session_replication_role = replica",
    "alter database postgres set timezone to 'UTC'",
    "comment on schema public is 'standard public schema'",
    "create policy contract_temporary on storage.objects for select using (false)",
    "create trigger contract_temporary before update on realtime.messages for each row execute function suppress_redundant_updates_trigger()",
  ])("may: %s", async (statement) => {
    await attempt(statement);
  });

  test.each([
    "set role supabase_storage_admin",
    "set role supabase_realtime_admin",
    "set role supabase_auth_admin",
    "alter role supabase_admin set pgrst.db_max_rows = '5'",
    "alter table storage.objects add column extra text",
    "alter table realtime.messages owner to postgres",
    "create table auth.mine (id int)",
  ])("may not: %s", async (statement) => {
    await expect(attempt(statement)).rejects.toMatchObject({ code: "42501" });
  });
});

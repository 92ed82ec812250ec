/**
 * Nobody reads or writes a table: every read and write is a function. Tables and verbs come from pg_catalog, so a new
 * table is tested too. functions.test.ts covers functions.
 */
import postgres from "postgres";
import { describe, expect, test } from "vitest";
import { account } from "./support/fixtures.ts";
import { anon, type DatabaseCaller, service, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
type TableAccess = "denied" | "denied by a policy" | `${number} rows`;

/** All reads and writes go through functions. Each verb that Postgres knows, with a statement that attempts it. */
const TRIES: Record<string, ((table: string, column: string) => string) | null> = {
  SELECT: (table) => `select * from ${table}`,
  INSERT: (table) => `insert into ${table} default values`,
  // Without `where`, safeupdate of a hosted project would reject them before the privileges do.
  UPDATE: (table, column) => `update ${table} set ${column} = default where true`,
  DELETE: (table) => `delete from ${table} where true`,
  TRUNCATE: (table) => `truncate ${table}`,
  // Clients have no statement for this verb, so only the privilege is checked.
  REFERENCES: null,
  TRIGGER: null,
  MAINTAIN: null,
};

async function access(caller: DatabaseCaller, query: string): Promise<TableAccess> {
  try {
    return `${await db.as(caller, async (sql) => (await sql.unsafe(query)).count)} rows`;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== "42501") throw error;
    return error.message.startsWith("permission denied for table") ? "denied" : "denied by a policy";
  }
}

/** The tables of both schemas. Their names come from pg_catalog, so a new table is tested too. */
const tables = () => db.admin<{ name: string; guarded: boolean; column: string }[]>`
  select relnamespace::regnamespace || '.' || relname as name, relrowsecurity as guarded, attname as column
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum = 1
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')`;

describe("tables", () => {
  test("every table has RLS", async () => {
    const all = await tables();
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(["public.lines", "private.rate_limits"]));
    expect(all.filter(({ guarded }) => !guarded)).toEqual([]);
  });

  test("the attempts cover every verb", async () => {
    const verbs = await db.admin<{ verb: string }[]>`
      select privilege_type as verb from aclexplode(acldefault('r', 'postgres'::regrole))`;
    expect(verbs.map(({ verb }) => verb).sort()).toEqual(Object.keys(TRIES).sort());
  });

  test("no role of the API holds a privilege", async () => {
    const granted = await db.admin`
      select relname, role, verb
      from pg_class, unnest(array['anon', 'authenticated', 'service_role']) as role, unnest(${Object.keys(TRIES)}::text[]) as verb
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')
        and case when verb in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') then has_any_column_privilege(role, pg_class.oid, verb)
          else has_table_privilege(role, pg_class.oid, verb) end`;
    expect([...granted]).toEqual([]);
  });

  test("every role is denied every verb", async () => {
    const callers = [anon, await account(db), service];
    for (const { name, column } of await tables())
      for (const [verb, attempt] of Object.entries(TRIES)) {
        if (attempt === null) continue;
        const seen = await Promise.all(callers.map((caller) => access(caller, attempt(name, column))));
        expect({ name, verb, seen }).toEqual({ name, verb, seen: callers.map(() => "denied") });
      }
  });

  test("policies are for signed-in users and evaluate once", async () => {
    const policies = await db.admin<{ name: string; roles: string[]; rule: string }[]>`
      select policyname as name, roles::text[] as roles, coalesce(qual, '') || coalesce(with_check, '') as rule
      from pg_policies where schemaname in ('public', 'private', 'realtime')`;
    expect(policies.map(({ name }) => name)).toEqual(["Users receive the topics that they may join"]);
    for (const { name, roles, rule } of policies) {
      expect({ name, roles }).toEqual({ name, roles: ["authenticated"] });
      expect(rule.replaceAll(/\(\s*SELECT auth\.uid\(\) AS uid\)/gu, "")).not.toContain("auth.uid()");
    }
  });
});

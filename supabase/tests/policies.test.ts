/**
 * The access to every table for every verb and persona. Tables and verbs come from pg_catalog, so a new table without
 * an entry fails here. functions.test.ts covers functions.
 */
import postgres from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { everybody, PERSONAS, type Persona, personas, type Row, type Scene } from "./support/personas.ts";
import { type DatabaseCaller, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
let scene: Scene;
beforeAll(async () => {
  scene = await personas(db);
});

/** The number of the scene's rows that a persona sees, or `denied` if the role has no grant. */
type Sight = number | "denied" | "denied by a policy";
const nobody = everybody<Sight>("denied");
const signedIn = (row: Omit<Row<Sight>, "anon" | "service">): Row<Sight> => ({ ...nobody, ...row });

const SELECT: Record<string, Row<Sight>> = {
  // Each user's own profile only, whatever they share.
  "public.profiles": everybody<Sight>(1, { anon: "denied", service: "denied" }),
  // Each account has its own. A membership row of a guest grants nothing.
  "public.workspaces": signedIn({
    ...{ anonymous: 0, stranger: 1, waiting: 0, denied: 0, outside: 0, admitted: 0, earlier: 0, removed: 0, host: 0 },
    ...{ member: 2, admin: 2, owner: 1 },
  }),
  "public.workspace_members": signedIn({
    ...{ anonymous: 0, stranger: 1, waiting: 0, denied: 0, outside: 0, admitted: 0, earlier: 0, removed: 0, host: 0 },
    ...{ member: 5, admin: 5, owner: 4 },
  }),
  "public.meetings": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 1, admitted: 1, earlier: 1, removed: 0, host: 1 },
    ...{ member: 1, admin: 1, owner: 1 },
  }),
  // A removed participant still reads their own row, which records the removal.
  "public.participants": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 5, admitted: 5, earlier: 5, removed: 1, host: 5 },
    ...{ member: 5, admin: 5, owner: 5 },
  }),
  // From here on access is per call: the first was attended by host and earlier, the second by host, admitted and
  // removed.
  "public.calls": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 1, earlier: 1, removed: 0, host: 2 },
    ...{ member: 2, admin: 2, owner: 2 },
  }),
  "public.attendance": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 3, earlier: 2, removed: 0, host: 5 },
    ...{ member: 5, admin: 5, owner: 5 },
  }),
  "public.call_peers": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 3, earlier: 2, removed: 0, host: 5 },
    ...{ member: 0, admin: 0, owner: 0 },
  }),
  "public.lines": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 3, earlier: 1, removed: 0, host: 4 },
    ...{ member: 4, admin: 4, owner: 4 },
  }),
  // The file of the second call.
  "public.files": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 1, earlier: 0, removed: 0, host: 1 },
    ...{ member: 1, admin: 1, owner: 1 },
  }),
  // A line of the second call.
  ...Object.fromEntries(
    ["public.line_corrections", "public.line_marks"].map((table) => [
      table,
      signedIn({
        ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 1, earlier: 0, removed: 0 },
        ...{ host: 1, member: 1, admin: 1, owner: 1 },
      }),
    ]),
  ),
  // Members only, including proposed terms. Not even the person who proposed a term.
  "public.glossary_terms": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 0, earlier: 0, removed: 0, host: 0 },
    ...{ member: 2, admin: 2, owner: 2 },
  }),
  "public.translations": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 2, earlier: 1, removed: 0, host: 3 },
    ...{ member: 3, admin: 3, owner: 3 },
  }),
  // Rows of both calls.
  ...Object.fromEntries(
    ["public.summaries", "public.summary_sentences", "public.summary_translations"].map((table) => [
      table,
      signedIn({
        ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 1, earlier: 1, removed: 0 },
        ...{ host: 2, member: 2, admin: 2, owner: 2 },
      }),
    ]),
  ),
  // Moderators see every knock, and visitors their own.
  "public.knocks": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 1, denied: 1, outside: 0, admitted: 0, earlier: 0, removed: 0, host: 2 },
    ...{ member: 0, admin: 2, owner: 2 },
  }),
  "public.reactions": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 1, earlier: 0, removed: 0, host: 1 },
    ...{ member: 1, admin: 1, owner: 1 },
  }),
  // Each user's own only.
  "public.translation_reports": signedIn({
    ...{ anonymous: 0, stranger: 0, waiting: 0, denied: 0, outside: 0, admitted: 1, earlier: 0, removed: 0, host: 0 },
    ...{ member: 0, admin: 0, owner: 0 },
  }),
  "public.usage": nobody,
  "private.merge_tokens": nobody,
  "private.rate_limits": nobody,
};

/** All writes go through functions. Each verb that Postgres knows besides SELECT, with a statement that attempts it. */
const TRIES: Record<string, ((table: string, column: string) => string) | null> = {
  INSERT: (table) => `insert into ${table} default values`,
  UPDATE: (table, column) => `update ${table} set ${column} = ${column}`,
  DELETE: (table) => `delete from ${table}`,
  TRUNCATE: (table) => `truncate ${table}`,
  // Clients have no statement for this verb, so only the privilege is checked.
  REFERENCES: null,
  TRIGGER: null,
  MAINTAIN: null,
};

async function sight(caller: DatabaseCaller, query: string): Promise<Sight> {
  try {
    return await db.as(caller, async (sql) => (await sql.unsafe(query)).count);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== "42501") throw error;
    return error.message.startsWith("permission denied for table") ? "denied" : "denied by a policy";
  }
}

const forEverybody = async (query: string) =>
  Object.fromEntries(
    await Promise.all(PERSONAS.map(async (persona) => [persona, await sight(scene.callers[persona], query)])),
  );

describe("tables", () => {
  test("every table has RLS and a matrix row", async () => {
    const tables = await db.admin<{ name: string; guarded: boolean }[]>`
      select relnamespace::regnamespace || '.' || relname as name, relrowsecurity as guarded from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')`;
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(SELECT).sort());
    expect(tables.filter(({ guarded }) => !guarded)).toEqual([]);
  });

  test.each(Object.keys(SELECT))("%s shows the expected rows", async (table) => {
    const seen = await forEverybody(`select * from ${table}`);
    expect(seen).toEqual(SELECT[table]);
    // The table has more rows than any persona sees: they are hidden, not missing.
    const [all] = await db.admin.unsafe(`select count(*)::int as rows from ${table}`);
    expect(all?.rows).toBeGreaterThan(Math.max(0, ...Object.values(seen).map((rows) => Number(rows) || 0)));
  });

  test("the matrix covers every verb", async () => {
    const verbs = await db.admin<{ verb: string }[]>`
      select privilege_type as verb from aclexplode(acldefault('r', 'postgres'::regrole))`;
    expect(verbs.map(({ verb }) => verb).sort()).toEqual([...Object.keys(TRIES), "SELECT"].sort());
  });

  test.each(Object.keys(SELECT))("%s rejects direct writes", async (table) => {
    const [column] = await db.admin<{ name: string }[]>`
      select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum = 1`;
    for (const [verb, attempt] of Object.entries(TRIES)) {
      const granted = await db.admin<{ role: string }[]>`
        select role from unnest(array['anon', 'authenticated', 'service_role']) as role
        where has_table_privilege(role, ${table}, ${verb})`;
      expect({ verb, granted: [...granted] }).toEqual({ verb, granted: [] });
      if (attempt === null) continue;
      const done = await forEverybody(attempt(table, column?.name ?? ""));
      expect({ verb, ...done }).toEqual({ verb, ...nobody });
    }
    const columns = await db.admin`
      select role, verb
      from unnest(array['anon', 'authenticated', 'service_role']) as role,
        unnest(array['INSERT', 'UPDATE', 'REFERENCES']) as verb
      where has_any_column_privilege(role, ${table}, verb)`;
    expect([...columns]).toEqual([]);
  });

  test("policies are for signed-in users and evaluate once", async () => {
    const policies = await db.admin<{ name: string; roles: string[]; rule: string }[]>`
      select policyname as name, roles::text[] as roles, coalesce(qual, '') || coalesce(with_check, '') as rule
      from pg_policies where schemaname in ('public', 'private', 'realtime')`;
    expect(policies.length).toBeGreaterThanOrEqual(12);
    for (const { name, roles, rule } of policies) {
      expect({ name, roles }).toEqual({ name, roles: ["authenticated"] });
      expect(rule.replaceAll(/\(\s*SELECT auth\.uid\(\) AS uid\)/gu, "")).not.toContain("auth.uid()");
    }
  });
});

describe("attendance", () => {
  const lines = (persona: Persona, call: string) =>
    sight(scene.callers[persona], `select * from public.lines where call_id = '${call}'`);

  test("grants each attended call separately", async () => {
    expect(await lines("earlier", scene.first)).toBe(1);
    expect(await lines("earlier", scene.second)).toBe(0);
    expect(await lines("admitted", scene.first)).toBe(0);
    expect(await lines("admitted", scene.second)).toBe(3);
  });
});

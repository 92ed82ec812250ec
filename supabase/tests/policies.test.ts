/**
 * Who may do what to which table: every table of `public` × verb × persona, and every function × role. The lists of
 * tables and functions come from pg_catalog, so one that nobody thought about fails here.
 */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { anon, type Caller, houseForFile, service } from "./support/house.ts";
import { enter, join, knock, type Person, person, post, room } from "./support/scenes.ts";

const house = houseForFile();

/**
 * One meeting, two calls. The host was in both; `admitted` is in the second; `earlier` was in the first alone;
 * `waiting` knocked and never entered; `removed` was in the second and was put out; `stranger` never came.
 */
const PERSONAS = ["anon", "stranger", "waiting", "admitted", "earlier", "removed", "host", "service"] as const;
type Persona = (typeof PERSONAS)[number];
const callers = {} as Record<Persona, Caller>;

/** Rows that a persona sees of the scene: a count, or `denied` where the role has no grant. */
type Sight = number | "denied" | "refused by a policy";
type Row = Record<Persona, Sight>;
const nobody: Row = {
  anon: "denied",
  stranger: "denied",
  waiting: "denied",
  admitted: "denied",
  earlier: "denied",
  removed: "denied",
  host: "denied",
  service: "denied",
};
const signedIn = (row: Omit<Row, "anon" | "service">): Row => ({ ...nobody, ...row });

const SELECT: Record<string, Row> = {
  // One's own.
  profiles: signedIn({ stranger: 1, waiting: 1, admitted: 1, earlier: 1, removed: 1, host: 1 }),
  meetings: signedIn({ stranger: 0, waiting: 1, admitted: 1, earlier: 1, removed: 0, host: 1 }),
  // The removed one still reads their own place: that they were removed.
  participants: signedIn({ stranger: 0, waiting: 5, admitted: 5, earlier: 5, removed: 1, host: 5 }),
  // From here on asked per call: the first was attended by host and earlier, the second by host, admitted and removed.
  calls: signedIn({ stranger: 0, waiting: 0, admitted: 1, earlier: 1, removed: 0, host: 2 }),
  attendance: signedIn({ stranger: 0, waiting: 0, admitted: 3, earlier: 2, removed: 0, host: 5 }),
  call_peers: signedIn({ stranger: 0, waiting: 0, admitted: 3, earlier: 2, removed: 0, host: 5 }),
  lines: signedIn({ stranger: 0, waiting: 0, admitted: 2, earlier: 1, removed: 0, host: 3 }),
  translations: signedIn({ stranger: 0, waiting: 0, admitted: 2, earlier: 1, removed: 0, host: 3 }),
  translation_usage: nobody,
};

/** Functions of `public` and who may call them. All else is refused with 42501. */
const SIGNED_IN = ["authenticated"];
const FUNCTIONS: Record<string, readonly string[]> = {
  create_meeting: SIGNED_IN,
  find_meeting: ["anon", "authenticated"],
  knock: SIGNED_IN,
  enter_call: SIGNED_IN,
  heartbeat: SIGNED_IN,
  leave_call: SIGNED_IN,
  post_line: SIGNED_IN,
  changes: SIGNED_IN,
  history: SIGNED_IN,
  claim_translations: ["service_role"],
  store_translations: ["service_role"],
};
/** Functions of `private` that policies call, beside those of the same name as a public function. */
const ASKED_BY_POLICIES = ["is_admitted", "can_read_call", "hears_meeting", "hears_signal", "writes_signal"];

const ids: Record<string, string> = {};

beforeAll(async () => {
  const meeting = await room(house);
  const { host } = meeting;
  const named: Record<"stranger" | "waiting" | "admitted" | "earlier" | "removed", Person> = {
    stranger: await person(house),
    waiting: await person(house),
    admitted: await person(house),
    earlier: await person(house),
    removed: await person(house),
  };
  Object.assign(callers, { anon, service, host, ...named });

  const first = await join(house, meeting, { name: "Host" }, host);
  await join(house, meeting, { name: "Earlier", speaks: "en" }, named.earlier);
  const early = await post(house, host, first.call);
  // The first call is over.
  await house.admin`update public.call_peers set left_at = now(), left_reason = 'left' where call_id = ${first.call}`;
  await house.admin`update public.calls set ended_at = now() where id = ${first.call}`;

  const { call } = await enter(house, host, meeting.id, randomUUID());
  await join(house, meeting, { name: "Admitted", speaks: "en" }, named.admitted);
  await join(house, meeting, { name: "Removed", speaks: "fr" }, named.removed);
  await knock(house, named.waiting, meeting.code, { name: "Waiting" });
  const late = await post(house, host, call.id);
  const last = await post(house, named.removed, call.id);
  for (const { id } of [early, late, last]) {
    await house.admin`
      insert into public.translations (line_id, revision, language, status, text, lease_until)
      values (${id}, 1, 'en', 'ready', 'hello', now())`;
  }
  await house.admin`
    insert into public.translation_usage (day, scope, subject, characters)
    values (current_date, 'user', ${host.id}, 5)`;
  await house.admin`update public.participants set admission = 'removed' where user_id = ${named.removed.id}`;
  Object.assign(ids, { meeting: meeting.id, first: first.call, second: call.id });
});

const tables = async (): Promise<string[]> => {
  const rows = await house.admin<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by 1`;
  return rows.map(({ name }) => name);
};

async function sight(caller: Caller, query: string): Promise<Sight> {
  try {
    return await house.as(caller, async (sql) => (await sql.unsafe(query)).count);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== "42501") throw error;
    return error.message.startsWith("permission denied for table") ? "denied" : "refused by a policy";
  }
}

describe("tables", () => {
  test("all of them are in the matrix, and have row-level security", async () => {
    expect(await tables()).toEqual(Object.keys(SELECT).sort());
    const open = await house.admin`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`;
    expect([...open]).toEqual([]);
  });

  test.each(Object.keys(SELECT))("%s: who sees how many rows", async (table) => {
    const seen = Object.fromEntries(
      await Promise.all(
        PERSONAS.map(async (persona) => [persona, await sight(callers[persona], `select * from public.${table}`)]),
      ),
    );
    expect(seen).toEqual(SELECT[table]);
    // The rows are there: what a persona does not see is hidden, not missing.
    const [all] = await house.admin.unsafe(`select count(*)::int as rows from public.${table}`);
    expect(all?.rows).toBeGreaterThanOrEqual(Math.max(1, ...Object.values(seen).map((rows) => Number(rows) || 0)));
  });

  test.each(Object.keys(SELECT))("%s: nobody writes by hand", async (table) => {
    const [column] = await house.admin<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} order by ordinal_position limit 1`;
    const verbs = {
      insert: `insert into public.${table} default values`,
      update: `update public.${table} set ${column?.name} = ${column?.name}`,
      delete: `delete from public.${table}`,
      truncate: `truncate public.${table}`,
    };
    for (const persona of PERSONAS) {
      const done = await Promise.all(
        Object.entries(verbs).map(async ([verb, query]) => [verb, await sight(callers[persona], query)]),
      );
      expect({ persona, ...Object.fromEntries(done) }).toEqual({
        persona,
        insert: "denied",
        update: "denied",
        delete: "denied",
        truncate: "denied",
      });
    }
  });

  test("policies are for signed-in people alone, and ask for who is calling once", async () => {
    const policies = await house.admin<{ name: string; roles: string[]; rule: string }[]>`
      select policyname as name, roles::text[] as roles, coalesce(qual, '') || coalesce(with_check, '') as rule
      from pg_policies where schemaname in ('public', 'realtime')`;
    expect(policies.length).toBeGreaterThanOrEqual(10);
    for (const { name, roles, rule } of policies) {
      expect({ name, roles }).toEqual({ name, roles: ["authenticated"] });
      expect(rule.replaceAll(/\(\s*SELECT auth\.uid\(\) AS uid\)/gu, "")).not.toContain("auth.uid()");
    }
  });
});

describe("what one attended", () => {
  const lines = (persona: Persona, call: string | undefined) =>
    sight(callers[persona], `select * from public.lines where call_id = '${call}'`);

  test("who came in the first call alone does not read the second, and the other way round", async () => {
    expect(await lines("earlier", ids.first)).toBe(1);
    expect(await lines("earlier", ids.second)).toBe(0);
    expect(await lines("admitted", ids.first)).toBe(0);
    expect(await lines("admitted", ids.second)).toBe(2);
  });
});

describe("functions", () => {
  const granted = async (schema: string) => {
    const rows = await house.admin<{ name: string; roles: string[] }[]>`
      select proname as name, array(
        select role from unnest(array['anon', 'authenticated', 'service_role']) as role
        where has_function_privilege(role, pg_proc.oid, 'execute')
      ) as roles
      from pg_proc where pronamespace = ${schema}::regnamespace order by 1`;
    return Object.fromEntries(rows.map(({ name, roles }) => [name, roles]));
  };

  test("public ones are called by those listed, and nobody else", async () => {
    expect(await granted("public")).toEqual(FUNCTIONS);
  });

  test("private ones are granted for their public namesake or a policy, and to nobody else", async () => {
    for (const [name, roles] of Object.entries(await granted("private"))) {
      const expected = FUNCTIONS[name] ?? (ASKED_BY_POLICIES.includes(name) ? SIGNED_IN : []);
      expect({ name, roles }).toEqual({ name, roles: expected });
    }
  });

  test("public ones run as their caller, definers stand in private, and none trusts the search path", async () => {
    const rows = await house.admin<{ schema: string; name: string; definer: boolean; config: string[] | null }[]>`
      select nspname as schema, proname as name, prosecdef as definer, proconfig as config
      from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname in ('public', 'private')`;
    expect(rows.filter(({ schema, definer }) => schema === "public" && definer)).toEqual([]);
    expect(rows.filter(({ config }) => !config?.includes('search_path=""'))).toEqual([]);
  });

  test("without a user behind it, a token opens nothing", async () => {
    const ghost: Caller = { role: "authenticated", id: randomUUID() };
    const calls: [string, Record<string, string | number | null>][] = [
      ["create_meeting", { id: randomUUID() }],
      ["knock", { code: "k3f92mxa7qpd", display_name: "Ana", speaks: "es", reads: "es" }],
      ["enter_call", { meeting_id: ids.meeting ?? "", peer_id: randomUUID() }],
      ["heartbeat", { call_id: ids.second ?? "", peer_id: randomUUID() }],
      ["leave_call", { call_id: ids.second ?? "", peer_id: randomUUID() }],
      ["post_line", { id: randomUUID(), call_id: ids.second ?? "", language: "es", text: "hola" }],
      ["changes", { meeting_id: ids.meeting ?? "", after: 0 }],
      ["history", { call_id: ids.second ?? "" }],
    ];
    for (const [name, args] of calls) {
      await expect(house.rpc(ghost, name, args, z.unknown()), name).rejects.toMatchObject({
        code: "PT401",
        message: "request/sign-in-needed",
      });
    }
  });
});

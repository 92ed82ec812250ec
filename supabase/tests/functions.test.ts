/**
 * The access to every function for every persona, also with foreign ids in the arguments. Each call is rolled back. The
 * list comes from pg_catalog, so a new function without an entry fails here.
 */
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { beforeAll, describe, expect, test } from "vitest";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { isErrorCode } from "#contracts/errors.ts";
import { PERSONAS, personas, type Scene } from "./support/personas.ts";
import { RPC_ACCESS } from "./support/rpcAccess.ts";
import type { RpcCase } from "./support/rpcOutcome.ts";
import { callFunction, type DatabaseCaller, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
let scene: Scene;
beforeAll(async () => {
  scene = await personas(db);
});

/** Functions of `private` that policies and public functions call, beside those with the name of a public function. */
const CALLED_BY_USERS = [
  "can_upload_file",
  ...["can_receive_board", "can_receive_meeting", "can_receive_signals", "can_receive_waiting_room"],
  "count_board_read",
  "count_meeting_page",
  "count_page_items",
  "count_page_read",
  "count_page_size",
  "count_size",
  "has_open_session",
  "with_board_turns",
];
/** Functions of `private` that public functions without a user call. */
const CALLED_BY_VISITORS = ["require_plain_call"];
/** Functions of `private` that functions for the service call, of another name. */
const CALLED_BY_SERVICE = ["require_session"];
/** Functions of `private` that PostgREST calls before each request. */
const CALLED_BY_ALL = ["admit_request", "admit_caller"];

class Undo extends Error {}

async function outcome(caller: DatabaseCaller, { name, args }: RpcCase, furtherClaims = {}): Promise<string> {
  try {
    await db.as(caller, async (sql) => {
      await sql`select set_config('request.jwt.claims',
        (current_setting('request.jwt.claims')::jsonb || ${JSON.stringify(furtherClaims)}::text::jsonb)::text, true)`;
      await callFunction(sql, name, args(scene));
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return "done";
    if (!(error instanceof postgres.PostgresError)) throw error;
    if (error.code === "42501" && error.message === `permission denied for function ${name}`) return "denied";
    const isKnown = isErrorCode(error.message) && error.code === `PT${errorStatus(error.message)}`;
    return isKnown ? error.message : `${error.code}: ${error.message}`;
  }
  return "nothing happened";
}

describe("functions", () => {
  const granted = async (schema: string) => {
    const rows = await db.admin<{ name: string; roles: string[] }[]>`
      select proname as name, array(
        select role from unnest(array['anon', 'authenticated', 'service_role']) as role
        where has_function_privilege(role, pg_proc.oid, 'execute')
      ) as roles
      from pg_proc where pronamespace = ${schema}::regnamespace order by 1`;
    return Object.fromEntries(rows.map(({ name, roles }) => [name, roles]));
  };
  const listed = ({ outcomes: { anon, stranger, service } }: RpcCase) => [
    ...(anon === "denied" ? [] : ["anon"]),
    ...(stranger === "denied" ? [] : ["authenticated"]),
    ...(service === "denied" ? [] : ["service_role"]),
  ];

  test("public functions match the access matrix", async () => {
    expect(await granted("public")).toEqual(Object.fromEntries(RPC_ACCESS.map((act) => [act.name, listed(act)])));
    const [row] = await db.admin`
      select count(*)::int as all, count(distinct proname)::int as names from pg_proc
      where pronamespace = 'public'::regnamespace`;
    expect(row?.all).toBe(row?.names);
  });

  test("private functions are granted only where needed", async () => {
    for (const [name, roles] of Object.entries(await granted("private"))) {
      const namesake = RPC_ACCESS.find((act) => act.name === name);
      const service = CALLED_BY_SERVICE.includes(name) ? ["service_role"] : [];
      const users = CALLED_BY_USERS.includes(name) ? ["authenticated"] : service;
      const visitors = CALLED_BY_VISITORS.includes(name) ? ["anon", "authenticated"] : users;
      const others = CALLED_BY_ALL.includes(name) ? ["anon", "authenticated", "service_role"] : visitors;
      expect({ name, roles }).toEqual({ name, roles: namesake ? listed(namesake) : others });
    }
  });

  test("definers are private with an empty search path", async () => {
    const rows = await db.admin<{ schema: string; name: string; definer: boolean; config: string[] | null }[]>`
      select nspname as schema, proname as name, prosecdef as definer, proconfig as config
      from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname in ('public', 'private')`;
    expect(rows.filter(({ schema, definer }) => schema === "public" && definer)).toEqual([]);
    const open = rows.filter(({ config }) => !config?.includes('search_path=""'));
    expect(open).toEqual([{ schema: "private", name: "admit_request", definer: false, config: null }]);
  });

  // Postgres plans an SQL function on each call; PL/pgSQL caches plans for the life of the connection.
  test("private functions cache plans", async () => {
    const rows = await db.admin`
      select proname as name from pg_proc join pg_language on pg_language.oid = prolang
      where pronamespace = 'private'::regnamespace and lanname <> 'plpgsql'`;
    expect(rows.map(({ name }) => name)).toEqual([]);
  });

  test.each(RPC_ACCESS.map((act): [string, RpcCase] => [[act.name, act.about].join(" ").trim(), act]))(
    "%s returns the expected outcomes",
    async (_name, act) => {
      // In sequence, because concurrent calls would wait for each other's locks.
      const seen: Record<string, string> = {};
      for (const persona of PERSONAS) seen[persona] = await outcome(scene.callers[persona], act);
      expect(seen).toEqual(act.outcomes);
    },
  );

  test("a token without a user opens nothing", async () => {
    const ghost: DatabaseCaller = { role: "authenticated", id: randomUUID() };
    for (const act of RPC_ACCESS) {
      if (act.outcomes.stranger === "denied" || act.outcomes.anon !== "denied") continue;
      expect([act.name, await outcome(ghost, act)]).toEqual([act.name, "request/sign-in-needed"]);
    }
  });

  test("roles in the metadata of a token count nowhere", async () => {
    const roles = { role: "owner", workspace_role: "owner", workspace_id: scene.workspace, is_admin: true };
    const metadata = { user_metadata: roles, app_metadata: { ...roles, role: "service_role", claims_admin: true } };
    for (const persona of ["stranger", "anonymous"] as const)
      for (const act of RPC_ACCESS)
        expect([act.name, act.about, await outcome(scene.callers[persona], act, metadata)]).toEqual([
          act.name,
          act.about,
          act.outcomes[persona],
        ]);
  });
});

test("no function serves a call whose result is shaped", async () => {
  const refusals = await Promise.all(
    RPC_ACCESS.filter(({ outcomes }) => outcomes.stranger !== "denied").map(async ({ name }) => {
      const seen = await rejectionCode(
        db.as(scene.callers.stranger, async (sql) => {
          const [row] = await sql<{ args: string }[]>`
            select coalesce(string_agg('null::' || format_type(type, null), ', ' order by position), '') as args
            from pg_proc, unnest(proargtypes::oid[]) with ordinality as arg (type, position)
            where pronamespace = 'public'::regnamespace and proname = ${name}`;
          await sql.unsafe(
            `with pgrst_source as (select "public"."${name}"(${row?.args ?? ""}) as pgrst_scalar)
             select pgrst_scalar from pgrst_source where "pgrst_source"."pgrst_scalar" is null`,
          );
        }),
      );
      return [name, seen];
    }),
  );
  expect(refusals.filter(([, seen]) => seen !== "request/invalid")).toEqual([]);
});

describe("foreign ids", () => {
  const seen = async (persona: keyof Scene["callers"], query: string) =>
    db.as(scene.callers[persona], async (sql) => [...(await sql.unsafe(query))]);

  test("private functions reject other users", async () => {
    for (const query of [
      `select private.has_workspace_role('${randomUUID()}', '${scene.workspace}', 'member')`,
      `select private.can_read_call('${randomUUID()}', '${scene.second}')`,
      `select private.home_meetings('${randomUUID()}')`,
      `select private.transfer_guest_step('${randomUUID()}', '${randomUUID()}')`,
      `select private.set_up_account('${randomUUID()}', 'eve@parley.example')`,
      `select private.lock_user('${randomUUID()}')`,
    ])
      for (const persona of ["anon", "stranger", "owner", "service"] as const)
        await expect(seen(persona, query), query).rejects.toMatchObject({ code: "42501" });
  });

  test("a forged guest claim grants no membership", async () => {
    const { anonymous } = scene.callers;
    if (anonymous.role !== "authenticated") throw new Error("no user");
    const reading = db.as(anonymous, async (sql) => {
      const claims = JSON.stringify({ role: "authenticated", sub: anonymous.id, is_anonymous: false, aal: "aal2" });
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      return await callFunction(sql, "glossary", { p_workspace_id: scene.workspace });
    });
    await expect(reading).rejects.toThrow("request/not-allowed");
  });
});

/**
 * Plain function calls: `POST /rpc/name` with named arguments that returns the whole result. All writes of the app are
 * such calls, and lite encodes `jsonb` arguments twice. Here Postgres parses the arguments and writes the result as
 * JSON, as under PostgREST. Lite handles the other calls: filters on the result, GET, overloads.
 */
import postgres from "postgres";
import type { Caller } from "../jwtClaims.ts";
import { APPLY_SETTINGS, contextOf, type RoleSettings, requestSettings } from "./context.ts";
import { databaseErrorResponse, errorResponse } from "./errors.ts";

interface Routine {
  readonly name: string;
  /** Input arguments in order of declaration; `type` is the SQL name. */
  readonly args: ReadonlyArray<{ readonly name: string; readonly type: string }>;
  /** Number of trailing arguments with a default. */
  readonly defaults: number;
  readonly set: boolean;
  /** `row` has columns, `value` is a single value. */
  readonly result: "void" | "row" | "value";
}

export type Routines = ReadonlyMap<string, Routine>;

/** Returns the functions of `public` without overloads and unnamed arguments. */
export async function readRoutines(sql: postgres.Sql): Promise<Routines> {
  const rows = await sql<(Routine & { forms: number })[]>`
    select p.proname as name, p.pronargdefaults as defaults, p.proretset as set,
      case
        when p.prorettype = 'void'::regtype then 'void'
        when t.typtype = 'c' or p.prorettype = 'record'::regtype then 'row'
        else 'value'
      end as result,
      (select count(*)::int from pg_proc o where o.proname = p.proname and o.pronamespace = p.pronamespace) as forms,
      coalesce((
        select json_agg(json_build_object('name', coalesce(p.proargnames[i], ''), 'type', format_type(type, null)) order by i)
        from unnest(p.proargtypes::oid[]) with ordinality as a(type, i)
      ), '[]') as args
    from pg_proc p join pg_type t on t.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provariadic = 0
      and not p.prorettype = any (array['trigger', 'event_trigger']::regtype[])
      -- Input arguments come first, so their names have the same positions.
      and (p.proargmodes is null or p.proargmodes[1 : p.pronargs] <@ array['i']::"char"[])`;
  return new Map(
    rows
      .filter(({ forms, args }) => forms === 1 && args.every(({ name }) => name !== ""))
      .map((row) => [row.name, row]),
  );
}

interface Call {
  routine: Routine;
  /** Names of the given arguments. */
  given: readonly string[];
  /** The arguments as received: a JSON object. */
  body: string;
  singleObject: boolean;
}

const PLAIN_ACCEPT = new Set(["application/json", "*/*", "application/vnd.pgrst.object+json"]);

/** Returns the plain call of a request. Returns null for other requests and leaves their body unread. */
export async function parsePlainCall(request: Request, routines: Routines): Promise<Call | null> {
  const url = new URL(request.url);
  const [, name] = /^\/rest\/v1\/rpc\/([^/]+)$/u.exec(url.pathname) ?? [];
  const routine = name === undefined ? undefined : routines.get(decodeURIComponent(name));
  const accept = request.headers.get("accept") ?? "*/*";
  const profile = request.headers.get("content-profile") ?? "public";
  const plain =
    request.method === "POST" &&
    url.search === "" &&
    profile === "public" &&
    PLAIN_ACCEPT.has(accept) &&
    !request.headers.has("prefer") &&
    !request.headers.has("range") &&
    (request.headers.get("content-type") ?? "").startsWith("application/json");
  if (!plain || routine === undefined) return null;
  const body = await request.clone().text();
  let args: unknown;
  try {
    args = body === "" ? {} : JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof args !== "object" || args === null || Array.isArray(args)) return null;
  const given = Object.keys(args);
  const known = new Set(routine.args.map((arg) => arg.name));
  const required = routine.args.slice(0, routine.args.length - routine.defaults);
  const fits = given.every((arg) => known.has(arg)) && required.every((arg) => Object.hasOwn(args, arg.name));
  if (!fits) return null;
  return {
    routine,
    given,
    body: body === "" ? "{}" : body,
    singleObject: accept === "application/vnd.pgrst.object+json",
  };
}

export async function callRoutine(
  sql: postgres.Sql,
  roles: RoleSettings,
  caller: Caller,
  request: Request,
  { routine, given, body, singleObject: one }: Call,
): Promise<Response> {
  const settings = requestSettings("POST", `/rpc/${routine.name}`, Object.fromEntries(request.headers));
  const context = contextOf(caller, roles, settings);
  try {
    // Sent together to save a round trip.
    const [, rows] = await sql.begin((transaction) => [
      transaction.unsafe(APPLY_SETTINGS, context, { prepare: true }),
      transaction.unsafe<{ result: string | null; count: number }[]>(callSql(routine, given), [body], {
        prepare: true,
      }),
    ]);
    return resultResponse(routine, one, rows[0]?.result ?? null, rows[0]?.count ?? 0);
  } catch (error) {
    if (error instanceof postgres.PostgresError) return databaseErrorResponse(error, caller.role);
    throw error;
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns SQL with one parameter, the arguments as JSON text. Its result is one row with JSON text. */
function callSql({ name, args, set, result }: Routine, given: readonly string[]): string {
  const used = args.filter((arg) => given.includes(arg.name));
  const columns = used.map((arg) => `${quote(arg.name)} ${arg.type}`).join(", ");
  const from = used.length === 0 ? "(select $1::text)" : `json_to_record($1::text::json)`;
  const alias = used.length === 0 ? "args" : `args(${columns})`;
  const invocation = `public.${quote(name)}(${used.map((arg) => `${quote(arg.name)} => args.${quote(arg.name)}`).join(", ")})`;
  const source = `from ${from} as ${alias}`;
  switch (result) {
    case "void":
      return `select null::text as result, 1 as count from (select ${invocation} ${source}) as called`;
    case "value":
      return set
        ? `select coalesce(json_agg(value), '[]')::text as result, count(*)::int as count from (select ${invocation} as value ${source}) as called`
        : `select to_json(value)::text as result, 1 as count from (select ${invocation} as value ${source}) as called`;
    case "row":
      return set
        ? `select coalesce(json_agg(called), '[]')::text as result, count(*)::int as count from (select called.* ${source}, lateral ${invocation} as called) as called`
        : `select row_to_json(called)::text as result, 1 as count from (select called.* ${source}, lateral ${invocation} as called) as called`;
    default:
      return result satisfies never;
  }
}

function resultResponse({ result, set }: Routine, one: boolean, json: string | null, count: number): Response {
  if (result === "void") return new Response(null, { status: 204 });
  if (one && set && count !== 1) {
    return errorResponse(406, {
      code: "PGRST116",
      message: "Cannot coerce the result to a single JSON object",
      details: `The result contains ${count} rows`,
    });
  }
  const single = one && set;
  const type = one ? "application/vnd.pgrst.object+json; charset=utf-8" : "application/json; charset=utf-8";
  const body = single ? JSON.stringify(firstOf(json ?? "[]")) : (json ?? "null");
  return new Response(body, { status: 200, headers: { "content-type": type } });
}

function firstOf(json: string): unknown {
  const rows: unknown = JSON.parse(json);
  return Array.isArray(rows) ? rows[0] : rows;
}

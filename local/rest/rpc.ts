/**
 * The plain call of a function: `POST /rpc/name` with named arguments, the whole result wanted. Lite encodes `jsonb`
 * arguments twice, and a call is the page's every write; here Postgres itself reads the arguments and writes the
 * result, as under PostgREST. What is not plain (filters on the result, GET, overloads) stays with lite.
 */
import postgres from "postgres";
import type { Caller } from "../jwtClaims.ts";
import { APPLY_SETTINGS, contextOf, type RoleSettings, requestSettings } from "./context.ts";
import { problem, refusal } from "./errors.ts";

interface Routine {
  readonly name: string;
  /** Input arguments by name, with the SQL name of their type, in the order of declaration. */
  readonly args: ReadonlyArray<{ readonly name: string; readonly type: string }>;
  /** How many of the last arguments have a default. */
  readonly defaults: number;
  readonly set: boolean;
  /** `void`: nothing; `row`: columns; `value`: one value. */
  readonly result: "void" | "row" | "value";
}

export type Routines = ReadonlyMap<string, Routine>;

/** The functions of `public` that have one form and named arguments only. */
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
      -- Input arguments come first, so that their names stand at their places.
      and (p.proargmodes is null or p.proargmodes[1 : p.pronargs] <@ array['i']::"char"[])`;
  return new Map(
    rows
      .filter(({ forms, args }) => forms === 1 && args.every(({ name }) => name !== ""))
      .map((row) => [row.name, row]),
  );
}

interface Call {
  routine: Routine;
  /** The names of the arguments given. */
  given: readonly string[];
  /** The arguments as they came: a JSON object. */
  body: string;
  one: boolean;
}

const PLAIN = new Set(["application/json", "*/*", "application/vnd.pgrst.object+json"]);

/** The call in a request, or null when it is not plain; then the request's body is still unread. */
export async function plainCall(request: Request, routines: Routines): Promise<Call | null> {
  const url = new URL(request.url);
  const [, name] = /^\/rest\/v1\/rpc\/([^/]+)$/u.exec(url.pathname) ?? [];
  const routine = name === undefined ? undefined : routines.get(decodeURIComponent(name));
  const accept = request.headers.get("accept") ?? "*/*";
  const profile = request.headers.get("content-profile") ?? "public";
  const plain =
    request.method === "POST" &&
    url.search === "" &&
    profile === "public" &&
    PLAIN.has(accept) &&
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
  return { routine, given, body: body === "" ? "{}" : body, one: accept === "application/vnd.pgrst.object+json" };
}

export async function call(
  sql: postgres.Sql,
  roles: RoleSettings,
  caller: Caller,
  request: Request,
  { routine, given, body, one }: Call,
): Promise<Response> {
  const settings = requestSettings("POST", `/rpc/${routine.name}`, Object.fromEntries(request.headers));
  const context = contextOf(caller, roles, settings);
  try {
    // Sent together: one journey less.
    const [, rows] = await sql.begin((transaction) => [
      transaction.unsafe(APPLY_SETTINGS, context, { prepare: true }),
      transaction.unsafe<{ result: string | null; count: number }[]>(statement(routine, given), [body], {
        prepare: true,
      }),
    ]);
    return answer(routine, one, rows[0]?.result ?? null, rows[0]?.count ?? 0);
  } catch (error) {
    if (error instanceof postgres.PostgresError) return refusal(error, caller.role);
    throw error;
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** One parameter, the arguments as JSON text; one row, the result as JSON text. */
function statement({ name, args, set, result }: Routine, given: readonly string[]): string {
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

function answer({ result, set }: Routine, one: boolean, json: string | null, count: number): Response {
  if (result === "void") return new Response(null, { status: 204 });
  if (one && set && count !== 1) {
    return problem(406, {
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

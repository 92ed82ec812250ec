/** The settings of a request's transaction, and the settings of the database that the server itself follows. */
import type postgres from "postgres";
import * as z from "zod";
import type { Config } from "../config.ts";
import type { Caller } from "../jwtClaims.ts";

export type Setting = readonly [name: string, value: string];

/** `alter role … set` of the API roles. Postgres applies these at login only, so each request must apply them. */
export type RoleSettings = ReadonlyMap<string, readonly Setting[]>;

export interface RestSettings {
  readonly roles: RoleSettings;
  /** Exposed schemas. The first one is the default. */
  readonly schemas: readonly [string, ...string[]];
  readonly extraSearchPath: readonly string[];
  /** Row limit of a response. */
  readonly maxRows: number;
  /** A function that runs before each request, or null. */
  readonly preRequest: string | null;
}

const roleSettings = z.array(z.object({ role: z.string(), settings: z.array(z.string()) }));

/** Returns the settings of the API roles, and those of `authenticator`. */
export async function readRoleSettings(sql: postgres.Sql): Promise<RoleSettings> {
  const rows = roleSettings.parse([
    ...(await sql`
      select r.rolname as role, s.setconfig as settings from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
        and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      order by s.setdatabase`),
  ]);
  const byRole = Map.groupBy(rows, ({ role }) => role);
  return new Map([...byRole].map(([role, found]) => [role, found.flatMap(({ settings }) => settings.map(toSetting))]));
}

/** Reads the settings. `alter role authenticator set pgrst.…` overrides `config.toml`, as hosted. */
export async function readSettings(sql: postgres.Sql, api: Config["api"]): Promise<RestSettings> {
  const roles = await readRoleSettings(sql);
  const own = new Map(roles.get("authenticator") ?? []);
  const list = (name: string) =>
    own
      .get(name)
      ?.split(",")
      .map((item) => item.trim());
  const [first = "public", ...others] = list("pgrst.db_schemas") ?? api.schemas;
  return {
    roles,
    schemas: [first, ...others],
    extraSearchPath: list("pgrst.db_extra_search_path") ?? ["public", "extensions"],
    maxRows: Number(own.get("pgrst.db_max_rows") ?? api.max_rows),
    preRequest: own.get("pgrst.db_pre_request") ?? null,
  };
}

function toSetting(text: string): Setting {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Parameters: the names and the values as two text arrays. Applies until the end of the transaction. */
export const APPLY_SETTINGS =
  "select set_config(name, value, true) from unnest($1::text[], $2::text[]) as t(name, value)";

export interface RequestContext {
  readonly schema: string;
  readonly request: Request;
  readonly readOnly: boolean;
  /** Further settings, such as the time zone. */
  readonly more: readonly Setting[];
}

/** Returns the two parameters. The role comes first: if it is rejected, nothing else runs. */
export function contextOf(caller: Caller, roles: RoleSettings, more: readonly Setting[]): [string[], string[]] {
  const settings: Setting[] = [
    ["role", caller.role],
    ["search_path", "public, extensions"],
    ["request.jwt.claims", JSON.stringify(caller.claims)],
    ...(roles.get(caller.role) ?? []),
    ...more,
  ];
  return [settings.map(([name]) => name), settings.map(([, value]) => value)];
}

/** Returns the settings that PostgREST adds to those of the caller. */
export function requestSettings(
  { extraSearchPath }: RestSettings,
  { schema, request, readOnly, more }: RequestContext,
): Setting[] {
  const path = [...new Set([schema, ...extraSearchPath])];
  return [
    ["search_path", path.map((name) => `"${name.replaceAll('"', '""')}"`).join(", ")],
    ["request.method", request.method],
    ["request.path", new URL(request.url).pathname.replace(/^\/rest\/v1/u, "")],
    ["request.headers", JSON.stringify(Object.fromEntries(request.headers))],
    ["request.cookies", JSON.stringify(cookiesOf(request))],
    ["response.status", ""],
    ["response.headers", ""],
    ...more,
    ...(readOnly ? [["transaction_read_only", "on"] as const] : []),
  ];
}

function cookiesOf({ headers }: Request): Record<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const];
  });
  return Object.fromEntries(pairs);
}

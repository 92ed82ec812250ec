/** The settings of a request's transaction: the role, the claims, and the settings of the role. */
import type postgres from "postgres";
import type { Caller } from "../jwtClaims.ts";

/** `alter role … set` of the API roles. Postgres applies these at login only, so each request must apply them. */
export type RoleSettings = ReadonlyMap<string, readonly Setting[]>;
export type Setting = readonly [name: string, value: string];

export async function readRoleSettings(sql: postgres.Sql): Promise<RoleSettings> {
  const rows = await sql<{ role: string; settings: string[] }[]>`
    select rolname as role, rolconfig as settings from pg_roles
    where rolname in ('anon', 'authenticated', 'service_role') and rolconfig is not null`;
  return new Map(
    rows.map(({ role, settings }) => [
      role,
      settings.map((setting): Setting => {
        const at = setting.indexOf("=");
        return [setting.slice(0, at), setting.slice(at + 1)];
      }),
    ]),
  );
}

/** Parameters: the names and the values as two text arrays. Applies until the end of the transaction. */
export const APPLY_SETTINGS =
  "select set_config(name, value, true) from unnest($1::text[], $2::text[]) as t(name, value)";

/** The role comes first: if it is rejected, nothing else runs. */
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

export const requestSettings = (method: string, path: string, headers: Readonly<Record<string, string>>): Setting[] => [
  ["request.method", method],
  ["request.path", path],
  ["request.headers", JSON.stringify(headers)],
  ["response.status", ""],
  ["response.headers", ""],
];

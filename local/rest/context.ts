/** What a request's transaction is told before its query: the role, its claims, its role's settings. */
import type postgres from "postgres";
import type { Caller } from "../jwtClaims.ts";

/** `alter role … set` of the API roles, which apply at login and so must be applied to each request. */
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

/** Takes the names and the values, two arrays of text; holds until the transaction ends. */
export const APPLY_SETTINGS =
  "select set_config(name, value, true) from unnest($1::text[], $2::text[]) as t(name, value)";

/** The role comes first: should it be refused, nothing that follows runs. */
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

/** `/rest/v1`: PostgREST's protocol, implemented by `@supabase/lite` behind the interface `Rest`. */
import { App } from "@supabase/lite";
import type { Config } from "../config.ts";
import type { Caller } from "../jwtClaims.ts";
import { RequestConnection } from "./connection.ts";
import { errorResponse } from "./errors.ts";
import { callRoutine, parsePlainCall, type Routines, readRoutines } from "./rpc.ts";

export interface Rest {
  /** Handles a request under `/rest/v1` for a caller that the gateway has verified. */
  handle(request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

export interface RestOptions {
  /** Role `authenticator`. */
  url: string;
  /** Superuser, to read the catalogue. */
  adminUrl: string;
  /** The exposed schemas and the row limit of a response. */
  api: Config["api"];
}

export async function startRest({ url, adminUrl, api }: RestOptions): Promise<Rest> {
  const connection = await RequestConnection.open(url, adminUrl);
  const admin = connection.catalogue.driver;
  const app = new App({
    connection,
    api: { enabled: true, ...api },
    auth: { enabled: false },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { server: { apiKeys: false, disableStudio: true } },
  });
  await app.init();

  // Postgres notifies about catalogue changes. The next request reads the catalogue again. As in PostgREST, `reload
  // config` also reads the settings of the roles again.
  let routines: Promise<Routines> | undefined;
  await admin.listen("pgrst", (payload) => {
    if (payload === "reload config") void connection.reloadRoleSettings();
    routines = undefined;
    void connection.clearSchemaCache();
  });

  const relationExists = async (schema: string, name: string) => {
    const { tables, views } = await connection.introspect({ useCache: true });
    return [...tables, ...views].some((relation) => relation.schema === schema && relation.name === name);
  };

  return {
    handle: async (request, caller) => {
      routines ??= readRoutines(admin);
      const plain = await parsePlainCall(request, await routines);
      if (plain) return await callRoutine(connection.driver, connection.roles, caller, request, plain);

      const [, relation] = /^\/rest\/v1\/([^/]+)$/u.exec(new URL(request.url).pathname) ?? [];
      const schema = profileOf(request);
      if (relation !== undefined && api.schemas.includes(schema)) {
        const name = decodeURIComponent(relation);
        if (!(await relationExists(schema, name))) {
          const message = `Could not find the table '${schema}.${name}' in the schema cache`;
          return errorResponse(404, { code: "PGRST205", message });
        }
      }
      const headers = new Headers(request.headers);
      // Lite would check these again by its own rules.
      headers.delete("authorization");
      headers.delete("apikey");
      const bare = new Request(request, { headers });
      return await connection.runAs(caller, async () => await app.server.fetch(bare));
    },
    close: () => connection.close(),
  };
}

function profileOf({ method, headers }: Request): string {
  const header = method === "GET" || method === "HEAD" ? "accept-profile" : "content-profile";
  return headers.get(header) ?? "public";
}

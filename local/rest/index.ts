/** `/rest/v1`: PostgREST's protocol, served by `@supabase/lite`. Everything else sees only this interface. */
import { App } from "@supabase/lite";
import type { Config } from "../config.ts";
import type { Caller } from "../jwtClaims.ts";
import { RequestConnection } from "./connection.ts";
import { problem } from "./errors.ts";
import { call, plainCall, type Routines, readRoutines } from "./rpc.ts";

export interface Rest {
  /** Answers a request under `/rest/v1` on behalf of a caller whom the gateway has verified. */
  handle(request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

export interface RestOptions {
  /** Role `authenticator`. */
  url: string;
  /** Superuser, to read the catalogue. */
  adminUrl: string;
  /** The schemas to expose and the most rows of an answer. */
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

  // The catalogue is read when first needed after a change, which Postgres announces.
  let routines: Promise<Routines> | undefined;
  await admin.listen("pgrst", () => {
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
      const plain = await plainCall(request, await routines);
      if (plain) return await call(connection.driver, connection.roles, caller, request, plain);

      const [, relation] = /^\/rest\/v1\/([^/]+)$/u.exec(new URL(request.url).pathname) ?? [];
      const schema = profileOf(request);
      if (relation !== undefined && api.schemas.includes(schema)) {
        const name = decodeURIComponent(relation);
        if (!(await relationExists(schema, name))) {
          const message = `Could not find the table '${schema}.${name}' in the schema cache`;
          return problem(404, { code: "PGRST205", message });
        }
      }
      const headers = new Headers(request.headers);
      // Lite would judge them anew, by rules of its own.
      headers.delete("authorization");
      headers.delete("apikey");
      const bare = new Request(request, { headers });
      return await connection.as(caller, async () => await app.server.fetch(bare));
    },
    close: () => connection.close(),
  };
}

function profileOf({ method, headers }: Request): string {
  const header = method === "GET" || method === "HEAD" ? "accept-profile" : "content-profile";
  return headers.get(header) ?? "public";
}

/**
 * `/rest/v1`: the part of PostgREST that clients of Parley need. Function calls, and reads and writes of single tables.
 * Postgres parses every value and writes every response as JSON. Anything else gets 501 with what to do instead.
 */
import postgres from "postgres";
import type { Config } from "../config.ts";
import type { Caller } from "../jwtClaims.ts";
import { type Catalogue, readCatalogue } from "./catalogue.ts";
import {
  APPLY_SETTINGS,
  contextOf,
  type RestSettings,
  readSettings,
  requestSettings,
  type Setting,
} from "./context.ts";
import { databaseErrorResponse, notSupported, RestError } from "./errors.ts";
import { invalidPreferences } from "./preferences.ts";
import { type RestRequest, readRestRequest } from "./request.ts";
import { checkResult, toResponse } from "./response.ts";
import { parseCall } from "./rpc.ts";
import type { Result, Statement } from "./statement.ts";
import { tableStatement } from "./table.ts";

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

interface Schema {
  readonly settings: RestSettings;
  readonly catalogue: Catalogue;
}

export async function startRest({ url, adminUrl, api }: RestOptions): Promise<Rest> {
  const sql = postgres(url, { max: 10, onnotice: () => {} });
  // With an empty search path the catalogue's expressions have qualified names.
  const admin = postgres(adminUrl, { max: 2, onnotice: () => {}, connection: { search_path: "" } });

  const read = async (): Promise<Schema> => {
    const settings = await readSettings(admin, api);
    return { settings, catalogue: await readCatalogue(admin, settings.schemas) };
  };
  // Postgres notifies about catalogue changes. The next request reads the catalogue again.
  let schema: Promise<Schema> | undefined;
  await admin.listen("pgrst", () => {
    schema = undefined;
  });
  const currentSchema = async (): Promise<Schema> => {
    schema ??= read();
    const reading = schema;
    return await reading.catch((error: unknown) => {
      if (schema === reading) schema = undefined;
      throw error;
    });
  };

  // Not awaited, because the first requests come later.
  void currentSchema().catch(() => {});

  return {
    handle: async (request, caller) => {
      try {
        return await respond(sql, await currentSchema(), request, caller);
      } catch (error) {
        if (error instanceof RestError) return error.toResponse();
        if (error instanceof postgres.PostgresError) return databaseErrorResponse(error, caller.role);
        if (isConnectionError(error)) return UNREACHABLE.toResponse();
        throw error;
      }
    },
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), admin.end({ timeout: 5 })]);
    },
  };
}

const UNREACHABLE = new RestError(503, {
  code: "PGRST001",
  message: "Database client error. Retrying the connection.",
});

/** Returns whether the connection to the database was lost. Codes come from its client or from the system. */
const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(?:CONNECT|ECONN)/u.test(String(error.code));

interface Plan {
  readonly statement: Statement;
  readonly readOnly: boolean;
  readonly more: readonly Setting[];
  /** The status of a success. */
  readonly status: number;
}

async function respond(sql: postgres.Sql, schema: Schema, request: Request, caller: Caller): Promise<Response> {
  const { settings, catalogue } = schema;
  const profile = profileOf(request, settings);
  const parsed = await readRestRequest(request, settings.maxRows);
  const plan = planOf(catalogue, profile, new URL(request.url).pathname, parsed);
  const { readOnly, more } = plan;
  const own = requestSettings(settings, { schema: profile, request, readOnly, more });
  const context = contextOf(caller, settings.roles, own);
  return await sql.begin(async (transaction) => {
    // Sent together to save a round trip.
    const applied = transaction.unsafe(APPLY_SETTINGS, context, { prepare: true });
    const zone = setTimezone(transaction, parsed);
    const before = settings.preRequest === null ? null : transaction.unsafe(`select ${settings.preRequest}()`);
    const { text, parameters, keepsPlan } = plan.statement;
    // One statement per query: the simple protocol, the default without parameters, would take several.
    const protocol = { prepare: keepsPlan, simple: false };
    const ran = transaction.unsafe<Result[]>(text, [...parameters], protocol);
    const [, isZoned, , [result]] = await Promise.all([applied, zone, before, ran]);
    if (result === undefined) throw new Error("The statement has no result.");
    checkResult(parsed, result);
    const response = toResponse(parsed, result, plan.status);
    if (isZoned) response.headers.append("preference-applied", `timezone=${parsed.prefer.timezone}`);
    if (settings.schemas.length > 1) response.headers.set("content-profile", profile);
    return response;
  });
}

/** Sets the time zone of the transaction if Postgres has it. Rejects others under `handling=strict`. */
async function setTimezone(sql: postgres.TransactionSql, { prefer: { timezone, isStrict } }: RestRequest) {
  if (timezone === null) return false;
  const { count } = await sql`
    select set_config('timezone', name, true) from pg_timezone_names where name = ${timezone}`;
  if (count === 0 && isStrict) throw invalidPreferences(`timezone=${timezone}`);
  return count > 0;
}

function planOf(catalogue: Catalogue, schema: string, path: string, request: RestRequest): Plan {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const [, rpc, name] = /^\/rest\/v1\/(rpc\/)?([^/]+)$/u.exec(path) ?? [];
  if (name === undefined) {
    if (/^\/rest\/v1\/?$/u.test(path)) throw notSupported("OpenAPI", "Run `npm run db:types` for the schema.");
    throw new RestError(404, { code: "PGRST125", message: "Invalid path specified in request URL" });
  }
  const decoded = decode(name);
  if (rpc !== undefined) {
    const { routine, statement } = parseCall({ schema, name: decoded }, catalogue.routines(schema, decoded), request);
    if (request.prefer.maxAffected !== null && !routine.set) {
      const message = "Function must return SETOF or TABLE when max-affected preference is used with handling=strict";
      throw new RestError(400, { code: "PGRST128", message });
    }
    const timeout = routine.timeout === null ? [] : [["statement_timeout", routine.timeout] as const];
    return {
      statement,
      readOnly: isRead || routine.readOnly,
      more: timeout,
      status: routine.result === "void" ? 204 : 200,
    };
  }
  const relation = catalogue.relation(schema, decoded);
  if (relation === undefined) {
    const message = `Could not find the table '${schema}.${decoded}' in the schema cache`;
    throw new RestError(404, { code: "PGRST205", message });
  }
  const isReturned = isRead || request.prefer.return === "representation";
  const status = request.method === "POST" ? 201 : isReturned ? 200 : 204;
  return { statement: tableStatement(relation, request), readOnly: isRead, more: [], status };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RestError(404, { code: "PGRST125", message: "Invalid path specified in request URL" });
  }
}

/** Returns the schema of a request. Throws for one that is not exposed. */
function profileOf({ method, headers }: Request, { schemas }: RestSettings): string {
  const header = method === "GET" || method === "HEAD" ? "accept-profile" : "content-profile";
  const profile = headers.get(header) ?? schemas[0];
  if (schemas.includes(profile)) return profile;
  throw new RestError(406, {
    code: "PGRST106",
    message: `Invalid schema: ${profile}`,
    hint: `Only the following schemas are exposed: ${schemas.join(", ")}`,
  });
}

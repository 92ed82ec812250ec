/**
 * Replaces the connection of `@supabase/lite`. Lite's own grants every role all privileges in every schema with
 * row-level security, runs queries as its login user, and prints database errors. Here each request runs in its own
 * transaction as the caller, and a database error becomes PostgREST's response.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ConnectionContextOptions, IntrospectResult, VarsContext } from "@supabase/lite";
import { createPostgresConnection, PostgresConnection } from "@supabase/lite/postgres";
import { CompiledQuery } from "kysely";
import postgres from "postgres";
import type { Caller } from "../jwtClaims.ts";
import { APPLY_SETTINGS, contextOf, type RoleSettings, readRoleSettings, requestSettings } from "./context.ts";
import { databaseErrorResponse, errorResponse } from "./errors.ts";
import { types } from "./types.ts";

export class RequestConnection extends PostgresConnection {
  roles: RoleSettings;
  /** The caller of the current request, set by `runAs`. */
  readonly #caller = new AsyncLocalStorage<Caller>();
  /** Reads the whole catalogue, which the role of the requests cannot. */
  readonly catalogue: PostgresConnection;

  private constructor(url: string, catalogue: PostgresConnection, roles: RoleSettings) {
    super({ url, postgresOptions: { max: 10, onnotice: () => {}, types } });
    this.catalogue = catalogue;
    this.roles = roles;
  }

  static async open(url: string, adminUrl: string): Promise<RequestConnection> {
    const catalogue = createPostgresConnection({ url: adminUrl, postgresOptions: { max: 1, onnotice: () => {} } });
    return new RequestConnection(url, catalogue, await readRoleSettings(catalogue.driver));
  }

  async reloadRoleSettings(): Promise<void> {
    this.roles = await readRoleSettings(this.catalogue.driver);
  }

  /** Runs `work` on behalf of a caller. */
  runAs<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return this.#caller.run(caller, work);
  }

  override async introspect(options?: { useCache?: boolean }): Promise<IntrospectResult> {
    return await this.catalogue.introspect(options);
  }

  override async clearSchemaCache(): Promise<void> {
    await this.catalogue.clearSchemaCache();
  }

  override async withContext<T>(
    _vars: VarsContext | undefined,
    work: (db: Parameters<Parameters<PostgresConnection["withContext"]>[1]>[0]) => Promise<T>,
    options?: ConnectionContextOptions,
  ): Promise<T> {
    const caller = this.#caller.getStore();
    if (caller === undefined) throw new Error("The query has no caller.");
    const rpc = options?.rpc;
    const more = rpc ? requestSettings(rpc.method, rpc.path, rpc.requestHeaders ?? {}) : [];
    if (rpc?.readOnly) more.push(["transaction_read_only", "on"]);
    try {
      return await this.kysely.transaction().execute(async (transaction) => {
        await transaction.executeQuery(CompiledQuery.raw(APPLY_SETTINGS, contextOf(caller, this.roles, more)));
        return await work(transaction);
      });
    } catch (error) {
      // All work that lite runs here returns the response to send. Lite's own error mapping has few codes.
      if (error instanceof postgres.PostgresError) return databaseErrorResponse(error, caller.role) as T;
      throw error;
    }
  }

  /** Lite prints every error that it gets back. A malformed request is returned to its sender and not printed. */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof Error && error.constructor === Error) throw new MalformedRequestError(error.message);
    return super.normalizeDbError(error);
  }

  override async close(): Promise<void> {
    await Promise.all([this.catalogue.close(), super.close()]);
  }
}

/** Lite's HTTP server sends this error's response and logs nothing. */
class MalformedRequestError extends Error {
  getResponse(): Response {
    return errorResponse(400, { code: "PGRST100", message: this.message, details: this.message });
  }
}

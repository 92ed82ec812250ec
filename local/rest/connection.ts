/**
 * The connection under `@supabase/lite`, repaired. Lite's own would grant every role everything in every schema with
 * row-level security, serve as the user it connected with, and print what the database refused; here each request runs
 * in a transaction of its own as the caller, and a refusal becomes the answer PostgREST gives.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ConnectionContextOptions, IntrospectResult, VarsContext } from "@supabase/lite";
import { createPostgresConnection, PostgresConnection } from "@supabase/lite/postgres";
import { CompiledQuery } from "kysely";
import postgres from "postgres";
import type { Caller } from "../jwtClaims.ts";
import { APPLY_SETTINGS, contextOf, type RoleSettings, readRoleSettings, requestSettings } from "./context.ts";
import { problem, refusal } from "./errors.ts";
import { types } from "./types.ts";

export class RequestConnection extends PostgresConnection {
  readonly roles: RoleSettings;
  /** Whose request is running; set by `as`. */
  readonly #caller = new AsyncLocalStorage<Caller>();
  /** Sees the whole catalogue, which the role of the requests does not. */
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

  /** Runs `work` on behalf of a caller. */
  as<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
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
    if (caller === undefined) throw new Error("A query without a caller.");
    const rpc = options?.rpc;
    const more = rpc ? requestSettings(rpc.method, rpc.path, rpc.requestHeaders ?? {}) : [];
    if (rpc?.readOnly) more.push(["transaction_read_only", "on"]);
    try {
      return await this.kysely.transaction().execute(async (transaction) => {
        await transaction.executeQuery(CompiledQuery.raw(APPLY_SETTINGS, contextOf(caller, this.roles, more)));
        return await work(transaction);
      });
    } catch (error) {
      // What lite runs in a context always yields the response to send; its own mapping knows few codes.
      if (error instanceof postgres.PostgresError) return refusal(error, caller.role) as T;
      throw error;
    }
  }

  /** Lite prints whatever passes here. A request that it could not read is its writer's fault, and theirs to see alone. */
  override normalizeDbError(error: unknown): unknown {
    if (error instanceof Error && error.constructor === Error) throw new Unreadable(error.message);
    return super.normalizeDbError(error);
  }

  override async close(): Promise<void> {
    await Promise.all([this.catalogue.close(), super.close()]);
  }
}

/** The server under lite answers with this, and says nothing. */
class Unreadable extends Error {
  getResponse(): Response {
    return problem(400, { code: "PGRST100", message: this.message, details: this.message });
  }
}

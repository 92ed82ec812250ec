/** A database with all migrations, and callers with a role and token claims, as in PostgREST. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, vi } from "vitest";
import * as z from "zod/mini";
import { errorStatus } from "#contracts/errorStatuses.ts";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { startDatabase } from "../../../local/postgres/index.ts";
import { copyDatabase } from "../../../tests/support/databaseTemplates.ts";

export type DatabaseCaller =
  | { readonly role: "anon" }
  | { readonly role: "service_role" }
  | {
      readonly role: "authenticated";
      readonly id: string;
      /** The session of the token. Without it the token names none. */
      readonly session?: string;
      /** The level that the token states. */
      readonly level?: "aal1" | "aal2";
      /** The steps of the sign-in that the token states. */
      readonly steps?: readonly SignInStep[];
    };

/** A step of a sign-in, as Auth writes it into tokens. `timestamp`: in seconds. */
export interface SignInStep {
  readonly method: string;
  readonly timestamp: number;
}

export const anon: DatabaseCaller = { role: "anon" };
export const service: DatabaseCaller = { role: "service_role" };

export type Argument = string | number | boolean | null | readonly string[] | { readonly json: unknown };

export class TestDatabase {
  readonly root = resolve(import.meta.dirname, "../../..");
  #close: () => Promise<void> = async () => {};
  #sql: { admin: postgres.Sql; client: postgres.Sql } | undefined;
  /** The URL of role `postgres`, which runs migrations and the seed. */
  ownerUrl = "";

  async open({ seed = false } = {}): Promise<void> {
    const data = await mkdtemp(join(tmpdir(), "parley-policies-"));
    await chmod(data, 0o755);
    // The seed belongs to the first migration.
    if (!seed) await copyDatabase("migrated", data);
    const database = await startDatabase({ root: this.root, data, migrations: seed, seed, temporary: true });
    this.ownerUrl = database.url;
    const connect = (url: string) => postgres(url, { max: 4, onnotice: () => {} });
    const sql = { admin: connect(database.adminUrl), client: connect(database.authenticatorUrl) };
    this.#sql = sql;
    this.#close = async () => {
      await Promise.all([sql.admin.end(), sql.client.end()]);
      await database.close();
      await rm(data, { recursive: true, force: true });
    };
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** A superuser connection for setup that clients may not do, and for checks of rows that clients cannot see. */
  get admin(): postgres.Sql {
    if (this.#sql === undefined) throw new Error("The database is not open yet.");
    return this.#sql.admin;
  }

  /** Runs one transaction as PostgREST does, with role and claims set for its duration. */
  async as<T>(caller: DatabaseCaller, run: (sql: postgres.TransactionSql) => Promise<T>): Promise<T> {
    if (this.#sql === undefined) throw new Error("The database is not open yet.");
    const claims = {
      role: caller.role,
      ...(caller.role === "authenticated" && {
        sub: caller.id,
        session_id: caller.session,
        aal: caller.level,
        amr: caller.steps,
      }),
    };
    const result = await this.#sql.client.begin(async (sql) => {
      await sql`select set_config('role', ${caller.role}, true),
                       set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      return { value: await run(sql) };
    });
    return result.value;
  }

  /**
   * Calls a public function by argument names and parses the result with its contract. Rejects with the database's
   * error.
   */
  async rpc<T>(
    caller: DatabaseCaller,
    name: string,
    args: Record<string, Argument>,
    result: z.ZodMiniType<T>,
  ): Promise<T> {
    return result.parse(await this.as(caller, (sql) => callFunction(sql, name, args)));
  }
}

/** Prefixes each key as a parameter name: `{ text }` becomes `{ p_text }`. */
export const toParameters = <T>(values: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`p_${name}`, value]));

/** Calls a public function by argument names within a transaction. */
export async function callFunction(
  sql: postgres.TransactionSql,
  name: string,
  args: Record<string, Argument>,
): Promise<unknown> {
  const parameters = Object.entries(args).map(([key, value], index) => {
    const place = `${key} => $${index + 1}`;
    if (value === null || typeof value !== "object") return { place, value };
    if ("json" in value) return { place: `${place}::text::jsonb`, value: JSON.stringify(value.json) };
    return { place, value: `{${value.join(",")}}` };
  });
  const list = parameters.map(({ place }) => place).join(", ");
  const [row] = await sql.unsafe(
    `select public.${name}(${list}) as answer`,
    parameters.map(({ value }) => value),
  );
  return row?.answer;
}

/** Resolves when a statement that contains the text waits for another transaction's lock. */
export async function waitForBlockedQuery(db: TestDatabase, queryText: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await db.admin`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${queryText}%`}`;
      expect(waiting.count).toBe(1);
    },
    { timeout: 10_000, interval: 5 },
  );
}

/** Creates one test database for a test file. */
export function testDatabaseForFile(): TestDatabase {
  const db = new TestDatabase();
  beforeAll(() => db.open());
  afterAll(() => db.close());
  return db;
}

/** Returns the error code of a rejection, or a description of another outcome. */
export async function rejectionCode(run: Promise<unknown>): Promise<ErrorCode | string> {
  try {
    return `no refusal: ${JSON.stringify(await run)}`;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    if (!isErrorCode(error.message)) return `${error.code}: ${error.message}`;
    const state = `PT${errorStatus(error.message)}`;
    return error.code === state ? error.message : `${error.message} as ${error.code} instead of ${state}`;
  }
}

/** The empty result of `leave_call`. */
export const emptyResult = z.union([z.null(), z.literal("")]);

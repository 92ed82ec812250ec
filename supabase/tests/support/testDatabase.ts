/** A database with all migrations, and callers who reach it as PostgREST lets them: a role and the claims of a token. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, vi } from "vitest";
import * as z from "zod/mini";
import { ERRORS, type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import { startDatabase } from "../../../local/postgres/index.ts";

export type DatabaseCaller =
  | { readonly role: "anon" }
  | { readonly role: "service_role" }
  | { readonly role: "authenticated"; readonly id: string };

export const anon: DatabaseCaller = { role: "anon" };
export const service: DatabaseCaller = { role: "service_role" };

export type Argument = string | number | boolean | null | readonly string[] | { readonly json: unknown };

export class TestDatabase {
  readonly root = resolve(import.meta.dirname, "../../..");
  #close: () => Promise<void> = async () => {};
  #sql: { admin: postgres.Sql; client: postgres.Sql } | undefined;
  /** Role `postgres`, as whom migrations and the seed run. */
  ownerUrl = "";

  async open({ seed = false } = {}): Promise<void> {
    const data = await mkdtemp(join(tmpdir(), "parley-policies-"));
    await chmod(data, 0o755);
    const database = await startDatabase({ root: this.root, data, temporary: true, seed });
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

  /** Superuser: makes what no client may, and looks again where a client saw nothing. */
  get admin(): postgres.Sql {
    if (this.#sql === undefined) throw new Error("The database is not open yet.");
    return this.#sql.admin;
  }

  /** One transaction as PostgREST makes it: role and claims set for its length. */
  async as<T>(caller: DatabaseCaller, work: (sql: postgres.TransactionSql) => Promise<T>): Promise<T> {
    if (this.#sql === undefined) throw new Error("The database is not open yet.");
    const claims = { role: caller.role, ...(caller.role === "authenticated" ? { sub: caller.id } : {}) };
    const result = await this.#sql.client.begin(async (sql) => {
      await sql`select set_config('role', ${caller.role}, true),
                       set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      return { value: await work(sql) };
    });
    return result.value;
  }

  /** Calls a public function by argument names and parses its answer with its contract. Rejects as the database does. */
  async rpc<T>(
    caller: DatabaseCaller,
    name: string,
    args: Record<string, Argument>,
    answer: z.ZodMiniType<T>,
  ): Promise<T> {
    return answer.parse(await this.as(caller, (sql) => callFunction(sql, name, args)));
  }
}

/** Names each value after its parameter: `{ text }` becomes `{ p_text }`. */
export const toParameters = <T>(values: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`p_${name}`, value]));

/** Calls a public function by argument names, within a transaction. */
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

/** Resolves when a statement waits for a lock that another transaction holds: one with these words. */
export async function waitForBlockedQuery(house: TestDatabase, words: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await house.admin`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${words}%`}`;
      expect(waiting.count).toBe(1);
    },
    { timeout: 10_000, interval: 5 },
  );
}

/** One house for a test file. */
export function testDatabaseForFile(): TestDatabase {
  const house = new TestDatabase();
  beforeAll(() => house.open());
  afterAll(() => house.close());
  return house;
}

/** The code of the catalogue that refused, or what else happened in words. */
export async function rejectionCode(work: Promise<unknown>): Promise<ErrorCode | string> {
  try {
    return `no refusal: ${JSON.stringify(await work)}`;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    if (!isErrorCode(error.message)) return `${error.code}: ${error.message}`;
    const state = `PT${ERRORS[error.message].status}`;
    return error.code === state ? error.message : `${error.message} as ${error.code} instead of ${state}`;
  }
}

/** `leave_call` answers nothing. */
export const emptyResult = z.union([z.null(), z.literal("")]);

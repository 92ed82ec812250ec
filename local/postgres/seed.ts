/** Seeds a new database as role `postgres`, like `supabase start` and `supabase db reset`. */
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import type postgres from "postgres";
import * as z from "zod";
import { readToml } from "../config.ts";
import { runFile } from "./runFile.ts";

/** `sql_paths` are relative to `supabase/`. Unlike the CLI, this stack does not support patterns. */
const seedConfig = z.object({
  db: z
    .object({
      seed: z.object({ enabled: z.boolean().default(true), sql_paths: z.array(z.string()).default([]) }).prefault({}),
    })
    .prefault({}),
});

/** Whether no migration has been applied yet. */
export const isFresh = async (sql: postgres.Sql): Promise<boolean> =>
  (await sql`select from supabase_migrations.schema_migrations limit 1`).count === 0;

/**
 * Runs all seed files in one transaction. Throws one sentence when a file fails.
 * @returns the paths of the files, relative to `supabase/`
 */
export async function seedDatabase(sql: postgres.Sql, root: string): Promise<string[]> {
  const { enabled, sql_paths } = seedConfig.parse(await readToml(root)).db.seed;
  if (!enabled) return [];
  const paths = sql_paths.map((path) => normalize(path));
  await sql`reset all`;
  await sql.begin(async (transaction) => {
    for (const path of paths) {
      await runFile(transaction, `supabase/${path}`, await readFile(join(root, "supabase", path), "utf8"));
    }
  });
  return paths;
}

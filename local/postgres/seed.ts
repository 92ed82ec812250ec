/** Data to look at in a new database, as `supabase start` and `supabase db reset` put it in: as role `postgres`. */
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import type postgres from "postgres";
import * as z from "zod";
import { readToml } from "../config.ts";
import { runFile } from "./runFile.ts";

/** `sql_paths` are relative to `supabase/`; the CLI takes patterns too, this stack does not. */
const shape = z.object({
  db: z
    .object({
      seed: z.object({ enabled: z.boolean().default(true), sql_paths: z.array(z.string()).default([]) }).prefault({}),
    })
    .prefault({}),
});

/** Whether no migration was ever applied. */
export const isFresh = async (sql: postgres.Sql): Promise<boolean> =>
  (await sql`select from supabase_migrations.schema_migrations limit 1`).count === 0;

/**
 * All files in one transaction. Throws one sentence with file and line when one fails.
 * @returns the paths that were run, relative to `supabase/`
 */
export async function seedDatabase(sql: postgres.Sql, root: string): Promise<string[]> {
  const { enabled, sql_paths } = shape.parse(await readToml(root)).db.seed;
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

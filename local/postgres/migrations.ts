/** Applies `supabase/migrations/*.sql` as role `postgres`, as hosted. It is not a superuser there either. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type postgres from "postgres";
import { runFile } from "./runFile.ts";

const FILE_NAME = /^(\d{14})_([a-z0-9_]+)\.sql$/u;

/**
 * Applies each new migration in its own transaction and records it in `supabase_migrations.schema_migrations`. Throws
 * one sentence when a migration fails, was changed after it was applied, or is missing.
 * @returns the names of the newly applied files
 */
export async function migrate(sql: postgres.Sql, folder: string): Promise<string[]> {
  const files = await migrationFiles(folder);
  const rows = await sql<{ version: string; name: string | null; statements: string[] | null }[]>`
    select version, name, statements from supabase_migrations.schema_migrations order by version`;
  const applied = new Map(rows.map((row) => [row.version, row]));

  for (const { version } of rows) {
    if (!files.some((file) => file.version === version)) {
      throw new Error(
        `The database has migration ${version}, which is missing in supabase/migrations: delete the data folder to start over.`,
      );
    }
  }
  const newlyApplied: string[] = [];
  for (const file of files) {
    const record = applied.get(file.version);
    if (record === undefined) {
      await apply(sql, file);
      newlyApplied.push(basename(file.path));
    } else if (record.statements?.join(";") !== file.text) {
      throw new Error(
        `supabase/migrations/${basename(file.path)} was changed after it was applied: write a new migration, or delete the data folder to start over.`,
      );
    }
  }
  return newlyApplied;
}

interface Migration {
  version: string;
  title: string;
  path: string;
  text: string;
}

async function migrationFiles(folder: string): Promise<Migration[]> {
  const names = await readdir(folder).catch(() => []);
  const files: Migration[] = [];
  for (const name of names.filter((name) => name.endsWith(".sql")).sort()) {
    const [, version, title] = FILE_NAME.exec(name) ?? [];
    if (version === undefined || title === undefined) {
      throw new Error(`supabase/migrations/${name}: the name must be <14 digits>_<words_in_lower_case>.sql.`);
    }
    if (files.some((file) => file.version === version)) {
      throw new Error(`supabase/migrations/${name}: another migration has the same version ${version}.`);
    }
    const path = join(folder, name);
    files.push({ version, title, path, text: await readFile(path, "utf8") });
  }
  return files;
}

async function apply(sql: postgres.Sql, file: Migration): Promise<void> {
  // Settings of one migration (a search path, a role) must not reach the next.
  await sql`reset all`;
  await sql.begin(async (transaction) => {
    await runFile(transaction, `supabase/migrations/${basename(file.path)}`, file.text);
    await transaction`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${file.version}, ${file.title}, ${[file.text]})`;
  });
}

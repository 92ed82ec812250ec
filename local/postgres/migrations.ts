/** Applies `supabase/migrations/*.sql` as role `postgres`, as hosted. It is not a superuser there either. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type postgres from "postgres";
import { runFile } from "./runFile.ts";

const FILE_NAME = /^(\d{14})_([a-z0-9_]+)\.sql$/u;

/**
 * Applies each new migration in its own transaction and records it in `supabase_migrations.schema_migrations`. Throws
 * one line when a migration fails. Applies none and throws when an applied one has changed or is missing.
 * @returns the names of the newly applied files
 */
export async function migrate(sql: postgres.Sql, folder: string): Promise<string[]> {
  const files = await migrationFiles(folder);
  const rows = await sql<{ version: string; name: string | null; statements: string[] | null }[]>`
    select version, name, statements from supabase_migrations.schema_migrations order by version`;
  for (const { version, statements } of rows) {
    const file = files.find((file) => file.version === version);
    if (file === undefined) throw outdatedDatabase(`supabase/migrations has no migration ${version} any more`);
    if (statements?.join(";") !== file.text)
      throw outdatedDatabase(`supabase/migrations/${basename(file.path)} was changed after it was applied`);
  }
  const applied = new Set(rows.map(({ version }) => version));
  const newFiles = files.filter(({ version }) => !applied.has(version));
  for (const file of newFiles) await apply(sql, file);
  return newFiles.map(({ path }) => basename(path));
}

const outdatedDatabase = (reason: string) =>
  new Error(`The data folder was made by other migrations: ${reason}. Start with --fresh to delete its data.`);

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

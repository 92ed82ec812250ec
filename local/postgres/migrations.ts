/** Applies `supabase/migrations/*.sql` as role `postgres`, who is no superuser: what passes here passes hosted. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import postgres from "postgres";
import { lineAt, type Statement, splitStatements } from "./statements.ts";

const FILE = /^(\d{14})_([a-z0-9_]+)\.sql$/u;

/**
 * Each migration in one transaction, recorded in `supabase_migrations.schema_migrations`. Throws one sentence with file
 * and line when one fails, was changed after it had been applied, or is missing.
 * @returns the names of the files applied now
 */
export async function migrate(sql: postgres.Sql, folder: string): Promise<string[]> {
  const files = await migrationFiles(folder);
  const rows = await sql<{ version: string; name: string | null; statements: string[] | null }[]>`
    select version, name, statements from supabase_migrations.schema_migrations order by version`;
  const applied = new Map(rows.map((row) => [row.version, row]));

  for (const { version } of rows) {
    if (!files.some((file) => file.version === version)) {
      throw new Error(
        `The database holds migration ${version}, which supabase/migrations no longer has: delete the data folder to start anew.`,
      );
    }
  }
  const done: string[] = [];
  for (const file of files) {
    const known = applied.get(file.version);
    if (known === undefined) {
      await apply(sql, file);
      done.push(basename(file.path));
    } else if (known.statements?.join(";") !== file.statements.map(({ text }) => text).join(";")) {
      throw new Error(
        `supabase/migrations/${basename(file.path)} was changed after it had been applied: write a new migration, or delete the data folder to start anew.`,
      );
    }
  }
  return done;
}

interface Migration {
  version: string;
  title: string;
  path: string;
  text: string;
  statements: Statement[];
}

async function migrationFiles(folder: string): Promise<Migration[]> {
  const names = await readdir(folder).catch(() => []);
  const files: Migration[] = [];
  for (const name of names.filter((name) => name.endsWith(".sql")).sort()) {
    const [, version, title] = FILE.exec(name) ?? [];
    if (version === undefined || title === undefined) {
      throw new Error(`supabase/migrations/${name}: the name must be <14 digits>_<words_in_lower_case>.sql.`);
    }
    if (files.some((file) => file.version === version)) {
      throw new Error(`supabase/migrations/${name}: another migration has the same version ${version}.`);
    }
    const path = join(folder, name);
    const text = await readFile(path, "utf8");
    files.push({ version, title, path, text, statements: splitStatements(text) });
  }
  return files;
}

async function apply(sql: postgres.Sql, file: Migration): Promise<void> {
  // What one migration sets (a search path, a role) must not reach the next.
  await sql`reset all`;
  await sql.begin(async (transaction) => {
    for (const { text, offset } of file.statements) {
      try {
        await transaction.unsafe(text).simple();
      } catch (error) {
        if (!(error instanceof postgres.PostgresError)) throw error;
        const within = Number(error.position ?? 1) - 1;
        const line = lineAt(file.text, offset + within);
        const more = [error.detail, error.hint].filter((part) => part !== undefined && part !== "").join(" ");
        throw new Error(
          `supabase/migrations/${basename(file.path)}:${line}: ${error.message} (${error.code})${more && `. ${more}`}`,
        );
      }
    }
    await transaction`
      insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${file.version}, ${file.title}, ${file.statements.map(({ text }) => text)})`;
  });
}

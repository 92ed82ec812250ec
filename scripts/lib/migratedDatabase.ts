/** A database made for one question about the migrations, and gone after it. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, startDatabase } from "../../local/postgres/index.ts";
import { ROOT } from "./paths.ts";

/** Hands over a database with all migrations and no data. */
export async function withMigrations<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const data = await mkdtemp(join(tmpdir(), "parley-database-"));
  try {
    // Under root Postgres runs as another user, who must be able to walk in.
    await chmod(data, 0o755);
    const database = await startDatabase({ root: ROOT, data, temporary: true });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

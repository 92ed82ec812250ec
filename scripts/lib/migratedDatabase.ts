/** A temporary database with all migrations. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, startDatabase } from "../../local/postgres/index.ts";
import { ROOT } from "./paths.ts";

/** Passes a database without data to `work`, and deletes it afterwards. */
export async function withMigrations<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const data = await mkdtemp(join(tmpdir(), "parley-database-"));
  try {
    // If this process is root, Postgres runs as another user, who needs access to the folder.
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

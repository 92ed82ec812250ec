/** Brings a cluster to what a hosted project is before its first migration: roles, schemas, auth, realtime. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type postgres from "postgres";
import type { Cluster } from "./cluster.ts";

const FOLDER = join(import.meta.dirname, "schemas");
const LOGINS = ["postgres", "authenticator", "supabase_auth_admin"] as const;

/** Applies `schemas/*.sql` in name order in one transaction, when they differ from what was applied last. */
export async function bootstrap(sql: postgres.Sql, cluster: Cluster): Promise<void> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(FOLDER, name), "utf8") })),
  );
  const mark = createHash("sha256").update(JSON.stringify(files)).digest("hex");
  const [row] =
    await sql`select shobj_description(oid, 'pg_database') as mark from pg_database where datname = 'postgres'`;
  if (row?.mark === mark) return;

  await sql.begin(async (transaction) => {
    for (const { name, text } of files) {
      try {
        await transaction.unsafe(text);
      } catch (error) {
        throw new Error(`local/postgres/schemas/${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    // Hexadecimal, so that it needs no quoting.
    for (const role of LOGINS) {
      await transaction.unsafe(`alter role ${role} password '${cluster.password(role)}'`);
    }
    await transaction.unsafe(`comment on database postgres is '${mark}'`);
  });
}

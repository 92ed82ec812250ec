/** Prepares a cluster like a hosted project before its first migration: roles, schemas, auth, realtime, storage. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type postgres from "postgres";
import type { Cluster } from "./cluster.ts";

const SCHEMAS_FOLDER = join(import.meta.dirname, "schemas");
const SORTS_DIFFERENTLY =
  "The data folder was made by an earlier version, which sorts text differently. Start with --fresh to delete its data.";
const LOGIN_ROLES = ["postgres", "authenticator", "supabase_auth_admin"] as const;

/** Applies `schemas/*.sql` in name order in one transaction, if they changed since the last time. */
export async function bootstrap(sql: postgres.Sql, cluster: Cluster): Promise<void> {
  const names = (await readdir(SCHEMAS_FOLDER)).filter((name) => name.endsWith(".sql")).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(SCHEMAS_FOLDER, name), "utf8") })),
  );
  const fingerprint = createHash("sha256").update(JSON.stringify(files)).digest("hex");
  const [row] = await sql`
    select shobj_description(oid, 'pg_database') as fingerprint, datlocprovider = 'i' as sorts_as_hosted
    from pg_database where datname = 'postgres'`;
  // Clusters of earlier versions were created without ICU, and a cluster cannot change that.
  if (row?.sorts_as_hosted !== true) throw new Error(SORTS_DIFFERENTLY);
  if (row?.fingerprint === fingerprint) return;

  await sql.begin(async (transaction) => {
    for (const { name, text } of files) {
      try {
        await transaction.unsafe(text);
      } catch (error) {
        throw new Error(`local/postgres/schemas/${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    // A hexadecimal password needs no quoting.
    for (const role of LOGIN_ROLES) {
      await transaction.unsafe(`alter role ${role} password '${cluster.password(role)}'`);
    }
    await transaction.unsafe(`comment on database postgres is '${fingerprint}'`);
  });
}

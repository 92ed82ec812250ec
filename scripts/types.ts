/**
 * `npm run db:types`: writes `supabase/database.types.ts` from the migrations. `--check` compares instead, and ends with
 * exit code 1 if the file is stale. The format is that of `supabase gen types`, which needs Docker; this script does not.
 */
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import { withMigrations } from "./lib/migratedDatabase.ts";
import { bin, ROOT } from "./lib/paths.ts";
import { readCatalog } from "./types/catalog.ts";
import { writeTypes } from "./types/write.ts";

const FILE = join(ROOT, "supabase", "database.types.ts");

/** Returns the content of the file for the current migrations. */
export const databaseTypes = (): Promise<string> =>
  withMigrations(async ({ url }) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      return await formatted(writeTypes(await readCatalog(sql)));
    } finally {
      await sql.end();
    }
  });

async function formatted(source: string): Promise<string> {
  const child = spawn(bin("biome"), ["format", `--stdin-file-path=${FILE}`], { cwd: ROOT });
  child.stdin.end(source);
  const [code, output, errors] = await Promise.all([
    new Promise<number | null>((resolve) => child.once("close", resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code !== 0) throw new Error(`biome could not format the types: ${errors}`);
  return output;
}

if (process.argv[1] === import.meta.filename) {
  const types = await databaseTypes();
  if (!process.argv.includes("--check")) await writeFile(FILE, types);
  else if ((await readFile(FILE, "utf8").catch(() => "")) !== types) {
    console.error("supabase/database.types.ts differs from the migrations: run `npm run db:types`.");
    process.exitCode = 1;
  }
}

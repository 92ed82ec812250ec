/**
 * `node scripts/types.ts` writes `supabase/database.types.ts` from the migrations; `--check` compares and exits with 1
 * when they drifted apart. The format is that of `supabase gen types`, which starts a container for it: here no Docker is
 * needed.
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

/** The file as it should be. */
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
  const wanted = await databaseTypes();
  if (!process.argv.includes("--check")) await writeFile(FILE, wanted);
  else if ((await readFile(FILE, "utf8").catch(() => "")) !== wanted) {
    console.error("supabase/database.types.ts is not what the migrations say: run `npx node scripts/types.ts`.");
    process.exitCode = 1;
  }
}

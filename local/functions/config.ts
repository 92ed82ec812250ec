/** The edge functions of a project and their environment file. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";

const NAME = /^[a-z0-9][a-z0-9_-]*$/iu;

/** Returns the entry file of a function, or null for an unknown name. */
export function entryOf(root: string, name: string): string | null {
  const entry = join(root, "supabase", "functions", name, "index.ts");
  return NAME.test(name) && existsSync(entry) ? entry : null;
}

export async function functionNames(root: string): Promise<string[]> {
  const names = await readdir(join(root, "supabase", "functions")).catch(() => []);
  return names.filter((name) => entryOf(root, name) !== null).sort();
}

/** Reads `supabase/functions/.env`, the file where the CLI also looks for local secrets. */
export async function functionsDotenv(root: string): Promise<Record<string, string>> {
  const text = await readFile(join(root, "supabase", "functions", ".env"), "utf8").catch(() => "");
  return Object.fromEntries(
    Object.entries(parseEnv(text)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

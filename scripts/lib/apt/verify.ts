/** Compares downloaded files with the signed package lists. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { PackageFile } from "./output.ts";

/** Returns the names of files that are missing, unexpected or different. */
export async function findAltered(folder: string, expected: readonly PackageFile[]): Promise<string[]> {
  const names = new Set(expected.map(({ name }) => name));
  const altered = (await readdir(folder)).filter((name) => !names.has(name));
  for (const file of expected) if (!(await isUnaltered(join(folder, file.name), file))) altered.push(file.name);
  return altered;
}

async function isUnaltered(path: string, { bytes, sha256 }: PackageFile): Promise<boolean> {
  const info = await stat(path).catch(() => null);
  if (info === null || !info.isFile() || info.size !== bytes) return false;
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex") === sha256;
}

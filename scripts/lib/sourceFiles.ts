/** When anything last changed that the app is built from. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./paths.ts";

/** A folder's own time tells of what was added to it and taken from it. `app/i18n/generated` follows from its neighbours. */
const SOURCES = [
  "app",
  "functions",
  "public",
  "supabase/functions/_shared/contracts",
  "package-lock.json",
  "postcss.config.js",
  "remix.config.js",
  "scripts/messages.ts",
];

/** Milliseconds since 1970. */
export async function sourcesChangedAt(root = ROOT): Promise<number> {
  const times = await Promise.all(SOURCES.map((path) => newest(join(root, path))));
  return Math.max(...times);
}

async function newest(path: string): Promise<number> {
  const { mtimeMs } = await stat(path);
  const inside = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const times = await Promise.all(
    inside
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !file.includes("/i18n/generated") && !file.endsWith("/i18n"))
      .map(async (file) => (await stat(file).catch(() => ({ mtimeMs: 0 }))).mtimeMs),
  );
  return Math.max(mtimeMs, ...times);
}

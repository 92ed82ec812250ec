/** The time of the last change to the sources of the app. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./paths.ts";

/** A folder's own time changes when files are added or removed. `app/i18n/generated` is left out, because it is derived. */
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

/** Returns milliseconds since the epoch. */
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

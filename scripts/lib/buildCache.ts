/** Keeps the last production build, which takes two minutes, for as long as nothing that goes into it changes. */
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildApp } from "./build.ts";
import { fileExists } from "./files.ts";
import { ROOT } from "./paths.ts";

const CACHE = join(ROOT, ".build/cache");
/** Everything that the compiler reads. The lock file stands for the packages. */
const SOURCE_FOLDERS = ["app", "functions", "public", "patches", "scripts/lib", "supabase/functions"];
const SOURCE_FILES = ["package-lock.json", "postcss.config.js", "remix.config.js", "tsconfig.json"];

/** Writes the build of the present sources into a folder. Compile the messages first. */
export async function writeBuild(out: string): Promise<void> {
  const kept = join(CACHE, await sourceHash());
  if (!(await fileExists(kept))) {
    const unfinished = join(CACHE, "unfinished");
    await rm(CACHE, { recursive: true, force: true });
    await mkdir(CACHE, { recursive: true });
    await buildApp(unfinished);
    await rename(unfinished, kept);
  }
  await rm(out, { recursive: true, force: true });
  await cp(kept, out, { recursive: true });
}

async function sourceHash(): Promise<string> {
  const listed = await Promise.all(
    SOURCE_FOLDERS.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    ),
  );
  const hash = createHash("sha256");
  for (const path of [...listed.flat(), ...SOURCE_FILES.map((file) => join(ROOT, file))].toSorted())
    hash.update(`${path}\0`).update(
      createHash("sha256")
        .update(await readFile(path))
        .digest(),
    );
  return hash.digest("hex").slice(0, 16);
}

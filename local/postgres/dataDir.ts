/**
 * The folder of the cluster and the user that runs it. Postgres does not run as root, so under root it runs as
 * `nobody`, which needs access to the folder and the programs. Where it has none (a checkout in /root), both move to
 * /var/lib/parley. A marker in the data folder links the two, so that deleting the data folder still deletes the
 * database.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { copyPostgres, findPostgres } from "./binaries.ts";

const NOBODY_ID = 65534;
const FALLBACK_ROOT = "/var/lib/parley";
/** File in the data folder with the path of its cluster. */
const FALLBACK_MARKER = "postgres-is-elsewhere";
/** File in the cluster's folder with the path of its data folder. */
const ORIGIN_FILE = "data-folder";

export interface ClusterLocation {
  /** Folder of the cluster and its other files. */
  folder: string;
  /** Folder with `bin/`, `lib/` and `share/`. */
  programs: string;
  /** Set when Postgres must run as another user. */
  user: { uid: number; gid: number } | undefined;
}

export async function findClusterLocation(data: string): Promise<ClusterLocation> {
  const programs = await findPostgres();
  await mkdir(data, { recursive: true });
  if (process.getuid?.() !== 0) {
    const folder = join(data, "postgres");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { folder, programs, user: undefined };
  }
  const isReachable = await isReachableByOthers(data);
  const folder = isReachable ? join(data, "postgres") : await fallbackFolder(data);
  // Owned by root and traversable. Only the cluster in it belongs to the other user.
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const version = createHash("sha256").update(programs).digest("hex").slice(0, 12);
  return {
    folder,
    programs: (await isReachableByOthers(programs))
      ? programs
      : await copyPostgres(programs, join(FALLBACK_ROOT, `programs-${version}`)),
    user: { uid: NOBODY_ID, gid: NOBODY_ID },
  };
}

/** Returns the id of the process that runs the cluster of a data folder, or null. */
export async function ownerPid(data: string): Promise<number | null> {
  const fallback = await readFile(join(data, FALLBACK_MARKER), "utf8").catch(() => "");
  for (const folder of [join(data, "postgres"), fallback.trim()]) {
    const owner = folder === "" ? 0 : Number(await readFile(join(folder, "owner.pid"), "utf8").catch(() => ""));
    if (owner > 0 && isAlive(owner)) return owner;
  }
  return null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function isReachableByOthers(path: string): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function fallbackFolder(data: string): Promise<string> {
  const marker = join(data, FALLBACK_MARKER);
  const folder = join(FALLBACK_ROOT, createHash("sha256").update(resolve(data)).digest("hex").slice(0, 16));
  await mkdir(FALLBACK_ROOT, { recursive: true, mode: 0o755 });
  await removeOrphans();
  const known = await readFile(marker, "utf8").catch(() => "");
  if (known.trim() !== folder) {
    await writeFile(marker, `${folder}\n`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o711 });
    await writeFile(join(folder, ORIGIN_FILE), resolve(data));
  }
  return folder;
}

/** Deletes clusters whose data folder was deleted. */
async function removeOrphans(): Promise<void> {
  for (const name of await readdir(FALLBACK_ROOT)) {
    const folder = join(FALLBACK_ROOT, name);
    const origin = await readFile(join(folder, ORIGIN_FILE), "utf8").catch(() => null);
    if (origin === null || existsSync(join(origin, FALLBACK_MARKER))) continue;
    if (existsSync(join(folder, "cluster", "postmaster.pid"))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Where the cluster lives and who runs it. Postgres refuses to run as root, so under root it runs as `nobody`, who must
 * be able to walk to its folder and its programs. Where that is impossible (a checkout in /root), both move to
 * /var/lib/parley, and a marker in the data folder ties the two: deleting the data folder still means starting anew.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { copyPostgres, findPostgres } from "./binaries.ts";

const NOBODY = 65534;
const ELSEWHERE = "/var/lib/parley";
/** In the data folder: where its cluster is. In the cluster's folder: whose it is. */
const MARKER = "postgres-is-elsewhere";
const ORIGIN = "data-folder";

export interface Place {
  /** Folder of the cluster and what belongs to it. */
  folder: string;
  /** Folder with `bin/`, `lib/`, `share/`. */
  programs: string;
  /** Set when Postgres must run as another user. */
  user: { uid: number; gid: number } | undefined;
}

export async function findPlace(data: string): Promise<Place> {
  const programs = await findPostgres();
  await mkdir(data, { recursive: true });
  if (process.getuid?.() !== 0) {
    const folder = join(data, "postgres");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { folder, programs, user: undefined };
  }
  const here = await othersCanReach(data);
  const folder = here ? join(data, "postgres") : await elsewhere(data);
  // Ours, and open to walk through: only the cluster in it is the other user's.
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const version = createHash("sha256").update(programs).digest("hex").slice(0, 12);
  return {
    folder,
    programs: (await othersCanReach(programs))
      ? programs
      : await copyPostgres(programs, join(ELSEWHERE, `programs-${version}`)),
    user: { uid: NOBODY, gid: NOBODY },
  };
}

/** The process that runs the cluster of a data folder now; null when none does. */
export async function ownerOf(data: string): Promise<number | null> {
  const elsewhere = await readFile(join(data, MARKER), "utf8").catch(() => "");
  for (const folder of [join(data, "postgres"), elsewhere.trim()]) {
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

async function othersCanReach(path: string): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function elsewhere(data: string): Promise<string> {
  const marker = join(data, MARKER);
  const folder = join(ELSEWHERE, createHash("sha256").update(resolve(data)).digest("hex").slice(0, 16));
  await mkdir(ELSEWHERE, { recursive: true, mode: 0o755 });
  await sweep();
  const known = await readFile(marker, "utf8").catch(() => "");
  if (known.trim() !== folder) {
    await writeFile(marker, `${folder}\n`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o711 });
    await writeFile(join(folder, ORIGIN), resolve(data));
  }
  return folder;
}

/** Removes the clusters whose data folder was deleted. */
async function sweep(): Promise<void> {
  for (const name of await readdir(ELSEWHERE)) {
    const folder = join(ELSEWHERE, name);
    const origin = await readFile(join(folder, ORIGIN), "utf8").catch(() => null);
    if (origin === null || existsSync(join(origin, MARKER))) continue;
    if (existsSync(join(folder, "cluster", "postmaster.pid"))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

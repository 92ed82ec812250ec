/** The data folder and its error messages. */
import { mkdir, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerPid } from "./postgres/dataDir.ts";

/** Bytes written as a test: with less space a cluster and the first builds cannot start. */
const PROBE_BYTES = 4 * 1024 * 1024;

/** Creates the folder and tests that it is writable. Throws one sentence when it is not. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, Buffer.alloc(PROBE_BYTES));
  } catch (error) {
    throw dataFolderError(folder, error);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** Deletes the folder and everything in it, except the entries in `keep`. Throws one sentence when a process uses it. */
export async function deleteDataFolder(folder: string, keep: readonly string[] = []): Promise<void> {
  const owner = await ownerPid(folder);
  if (owner !== null) throw new Error(`The data folder is in use by process ${owner}: stop it first.`);
  try {
    const names = await readdir(folder).catch(ignoreMissing);
    for (const name of names) if (!keep.includes(name)) await rm(join(folder, name), { recursive: true, force: true });
    if (!names.some((name) => keep.includes(name))) await rmdir(folder).catch(ignoreMissing);
  } catch (error) {
    throw dataFolderError(folder, error);
  }
}

function ignoreMissing(error: unknown): never[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}

/** Returns one sentence for an error of the folder, else the error itself. */
export function dataFolderError(folder: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const text = error instanceof Error ? error.message : String(error);
  if (isDiskFullError(text)) return new Error(diskFullMessage(folder));
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"].includes(code)) {
    return new Error(`The data folder ${folder} cannot be written (${code}): choose another one with --data.`);
  }
  return error;
}

/**
 * Matches the C library's messages, which Postgres and Node print too. `ENOSPC` alone may mean too few file watchers.
 */
export const isDiskFullError = (text: string): boolean => /no space left on device|disk quota exceeded/iu.test(text);

export const diskFullMessage = (folder: string): string =>
  `The disk is full: free some space where the data folder ${folder} is.`;

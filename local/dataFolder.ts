/** The data folder, and the sentences for what it cannot do. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerOf } from "./postgres/dataDir.ts";

/** Room for a cluster and the first builds: less is not worth a start. Bytes. */
const PROBE = 4 * 1024 * 1024;

/** Makes the folder and tries to write there. Throws one sentence when that cannot be done. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, Buffer.alloc(PROBE));
  } catch (error) {
    throw dataFolderError(folder, error);
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** Deletes it with all that was stored. Throws one sentence when somebody is using it. */
export async function deleteDataFolder(folder: string): Promise<void> {
  const owner = await ownerOf(folder);
  if (owner !== null) throw new Error(`The data folder is in use by process ${owner}: stop it first.`);
  await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
    throw dataFolderError(folder, error);
  });
}

/** The same error, or a sentence where it is the folder's. */
export function dataFolderError(folder: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const text = error instanceof Error ? error.message : String(error);
  if (isDiskFullError(text)) return new Error(diskFullMessage(folder));
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"].includes(code)) {
    return new Error(`The data folder ${folder} cannot be written (${code}): choose another one with --data.`);
  }
  return error;
}

/** What the C library says, and with it Postgres, Node and all else. (`ENOSPC` alone may be a want of file watchers.) */
export const isDiskFullError = (text: string): boolean => /no space left on device|disk quota exceeded/iu.test(text);

export const diskFullMessage = (folder: string): string =>
  `The disk is full: free some space where the data folder ${folder} is.`;

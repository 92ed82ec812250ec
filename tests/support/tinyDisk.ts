/** An in-memory file system of a few megabytes, for tests of full disks. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface TinyDisk {
  folder: string;
  remove(): Promise<void>;
}

/** Returns null without permission to mount: it takes root, or sudo without a password. */
export async function mountTinyDisk(megabytes: number): Promise<TinyDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), "parley-tiny-"));
  const asRoot = (...command: [string, ...string[]]) =>
    process.getuid?.() === 0 ? run(command[0], command.slice(1)) : run("sudo", ["-n", ...command]);
  try {
    await asRoot(
      "mount",
      "-t",
      "tmpfs",
      "-o",
      `size=${megabytes}m,mode=0755,uid=${process.getuid?.()}`,
      "tmpfs",
      folder,
    );
  } catch {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  return {
    folder,
    async remove() {
      await asRoot("umount", "--lazy", folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

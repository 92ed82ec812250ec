/** A lock file that names its process. The lock of a process that has ended is taken over. */
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_INTERVAL_MS = 200;

export interface LockOptions {
  readonly signal: AbortSignal;
  /** Called once with the id of the process that holds the lock. */
  onWait?(pid: number): void;
}

/** Waits until the lock is free, takes it and returns its release. Throws when `signal` aborts. */
export async function acquireLock(path: string, { signal, onWait }: LockOptions): Promise<() => Promise<void>> {
  const owner = await describeProcess(process.pid);
  const own = `${path}.${process.pid}-${performance.now()}`;
  // A link appears with its content, so no other process ever reads an empty lock.
  await writeFile(own, owner ?? "");
  try {
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted();
      if (await tryLink(own, path)) return () => rm(path, { force: true });
      const holder = await readFile(path, "utf8").catch(() => null);
      if (holder === null) continue;
      const pid = Number.parseInt(holder, 10);
      if ((await describeProcess(pid)) !== holder) {
        await removeStale(path, holder, `${own}-stale`);
        continue;
      }
      if (isFirst) onWait?.(pid);
      await sleep(POLL_INTERVAL_MS, undefined, { signal });
    }
  } finally {
    await rm(own, { force: true });
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock, unless another process has replaced it since it was read. */
async function removeStale(path: string, content: string, aside: string): Promise<void> {
  await rename(path, aside).catch(() => {});
  const moved = await readFile(aside, "utf8").catch(() => null);
  if (moved !== null && moved !== content) await tryLink(aside, path);
  await rm(aside, { force: true });
}

/** Returns the process's id and start time, because ids are reused, or null if no such process runs. */
async function describeProcess(pid: number): Promise<string | null> {
  if (!(pid > 0)) return null;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The name in parentheses may hold blanks. Field 3 is the state, field 22 the start time in clock ticks since boot.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields === undefined || fields[0] === "Z") return null;
  return `${pid} ${fields[19]}`;
}

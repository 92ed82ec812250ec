/** The memory of a process and its descendants. */
import { readdir, readFile } from "node:fs/promises";

const readOrEmpty = (path: string) => readFile(path, "utf8").catch(() => "");

/** Returns the process and its descendants. */
export async function processTree(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(tasks.map((task) => readOrEmpty(`/proc/${pid}/task/${task}/children`)));
  const children = lists.join(" ").split(/\s+/u).filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(processTree))).flat()];
}

/** Returns the proportional set size in MB: memory that several processes share counts in parts. */
export async function pssMb(pid: number): Promise<number> {
  const kilobytes = await Promise.all(
    (await processTree(pid)).map(async (process) => {
      const [, size = "0"] = /^Pss:\s+(\d+) kB/mu.exec(await readOrEmpty(`/proc/${process}/smaps_rollup`)) ?? [];
      return Number(size);
    }),
  );
  return (kilobytes.reduce((sum, size) => sum + size, 0) * 1024) / 1e6;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acquireLock } from "./lock.ts";

const never = new AbortController().signal;
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-lock-"));
  path = join(folder, "lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the lock", () => {
  test("names its process and disappears on release", async () => {
    const release = await acquireLock(path, { signal: never });
    expect(Number.parseInt(await readFile(path, "utf8"), 10)).toBe(process.pid);
    await release();
    expect(await readdir(folder)).toEqual([]);
  });

  test("has one holder at a time", async () => {
    let holders = 0;
    let most = 0;
    const hold = async () => {
      const release = await acquireLock(path, { signal: never });
      holders += 1;
      most = Math.max(most, holders);
      await new Promise(setImmediate);
      holders -= 1;
      await release();
    };
    await Promise.all([hold(), hold(), hold()]);
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test("passes on when its process has ended", async () => {
    const child = spawn("true");
    const { pid } = child;
    await once(child, "exit");
    await writeFile(path, `${pid} 1`);
    await (await acquireLock(path, { signal: never }))();
  });

  test.for(["", "nonsense", `${process.pid} 1`, "-1 1"])("passes on when it contains '%s'", async (content) => {
    // The third is the lock of an earlier process with the same id.
    await writeFile(path, content);
    const release = await acquireLock(path, { signal: never });
    await release();
    expect(await readdir(folder)).toEqual([]);
  });

  test("is awaited until the signal", async () => {
    const release = await acquireLock(path, { signal: never });
    const controller = new AbortController();
    const onWait = (pid: number) => {
      expect(pid).toBe(process.pid);
      controller.abort();
    };
    await expect(acquireLock(path, { signal: controller.signal, onWait })).rejects.toThrow("abort");
    await release();
    expect(await readdir(folder)).toEqual([]);
  });
});

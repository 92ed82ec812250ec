/** Problems of the machine: each is reported in one sentence and leaves no process behind. */
import { chmod, mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mountTinyDisk } from "../tests/support/tinyDisk.ts";
import { deleteDataFolder } from "./dataFolder.ts";
import { startStack } from "./index.ts";

/** Poll timeout for starting programs on a loaded machine. */
const LONG = { timeout: 30_000 };
vi.setConfig({ testTimeout: 90_000 });

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-accidents-"));
  await chmod(root, 0o755);
  await symlink(resolve(import.meta.dirname, "../node_modules"), join(root, "node_modules"));
  await mkdir(join(root, "supabase"));
  await writeFile(join(root, "supabase/config.toml"), "");
});
afterAll(() => rm(root, { recursive: true, force: true }));

const options = (data: string, log?: (line: string) => void) => ({
  root,
  data,
  port: 0,
  siteUrl: "http://localhost:8787",
  migrations: false,
  temporary: true,
  ...(log ? { log } : {}),
});

/** Returns the process id of the Postgres that runs in a data folder. */
const postmaster = async (data: string) =>
  Number((await readFile(join(data, "postgres/cluster/postmaster.pid"), "utf8")).split("\n")[0]);

describe("the stack", () => {
  test("reports a data folder that is not writable", async () => {
    const file = join(root, "file");
    await writeFile(file, "");
    await expect(startStack(options(join(file, "data")))).rejects.toThrow(
      `The data folder ${join(file, "data")} cannot be written (ENOTDIR): choose another one with --data.`,
    );
  });

  test("keeps a data folder that is in use", async () => {
    const data = join(root, "used");
    const stack = await startStack(options(data));
    await expect(deleteDataFolder(data)).rejects.toThrow(
      `The data folder is in use by process ${process.pid}: stop it first.`,
    );
    expect(await postmaster(data)).toBeGreaterThan(0);
    await stack.close();
    await deleteDataFolder(data);
    await expect(postmaster(data)).rejects.toThrow("ENOENT");
  });

  test("reports a too small disk and leaves no partial cluster", async ({ skip }) => {
    const disk = await mountTinyDisk(24);
    if (disk === null) return skip("needs the permission to mount a small disk");
    const data = join(disk.folder, "data");
    await expect(startStack(options(data))).rejects.toThrow(
      `The disk is full: free some space where the data folder ${data} is.`,
    );
    await expect(readFile(join(data, "postgres/cluster/PG_VERSION"))).rejects.toThrow("ENOENT");
    await disk.remove();
  });

  test("reports a full disk, keeps data and recovers", async ({ skip }) => {
    const disk = await mountTinyDisk(160);
    if (disk === null) return skip("needs the permission to mount a small disk");
    const data = join(disk.folder, "data");
    const lines: string[] = [];
    const stack = await startStack(options(data, (line) => lines.push(line)));
    const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
    await sql`create table public.saved as select 1 as one`;
    const ballast = join(disk.folder, "ballast");
    await fill(ballast);

    const grow = () => sql`insert into public.saved select n from generate_series(1, 200000) as n`;
    await expect(grow()).rejects.toMatchObject({ code: "53100" });
    await expect
      .poll(() => lines, LONG)
      .toContain(`The disk is full: free some space where the data folder ${data} is.`);

    await rm(ballast);
    await expect.poll(() => sql`select one from public.saved`.catch(() => null), LONG).toEqual([{ one: 1 }]);
    await grow();
    await sql.end();
    await stack.close();
    await disk.remove();
  });
});

/** Writes until there is no space left. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, "w");
  const block = Buffer.alloc(256 * 1024);
  try {
    for (;;) if ((await handle.write(block)).bytesWritten < block.length) break;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    await handle.close();
  }
}

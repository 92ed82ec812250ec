import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteDataFolder } from "./dataFolder.ts";

let parent: string;
let data: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "parley-data-"));
  data = join(parent, "data");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

describe("deleting the data folder", () => {
  test("keeps what it is told to keep", async () => {
    for (const name of ["postgres", "storage", "apertium/root"]) await mkdir(join(data, name), { recursive: true });
    await writeFile(join(data, "signing-key.json"), "{}");
    await deleteDataFolder(data, ["apertium", "pocketsphinx"]);
    expect(await readdir(data)).toEqual(["apertium"]);
    expect(await readdir(join(data, "apertium"))).toEqual(["root"]);
  });

  test("deletes the folder if nothing is kept", async () => {
    await mkdir(join(data, "postgres"), { recursive: true });
    await deleteDataFolder(data, ["apertium"]);
    expect(await readdir(parent)).toEqual([]);
    await deleteDataFolder(data);
  });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currentOrigin, isFromOrigin, readStamp, writeStamp } from "./stamp.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-stamp-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the stamp", () => {
  test("reads the system, whatever the order of names", async () => {
    const file = join(folder, "os-release");
    await writeFile(file, 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n');
    const origin = { id: "debian", versionId: "13", architecture: process.arch, wanted: ["a", "b"] };
    expect(await currentOrigin(["b", "a"], file)).toEqual(origin);
  });

  test("belongs to one system and one list of packages", async () => {
    const origin = await currentOrigin(["a"]);
    await writeStamp(folder, { ...origin, files: [{ name: "a.deb", bytes: 1, sha256: "00" }] });
    const stamp = (await readStamp(folder)) ?? expect.fail("no stamp");
    expect(isFromOrigin(stamp, origin)).toBe(true);
    for (const other of [{ id: "x" }, { versionId: "x" }, { architecture: "x" }, { wanted: ["a", "b"] }]) {
      expect(isFromOrigin(stamp, { ...origin, ...other })).toBe(false);
    }
  });

  test.for(["", "{", "{}", '{"id":1}'])("is null for %s", async (content) => {
    await writeFile(join(folder, "stamp.json"), content);
    expect(await readStamp(folder)).toBeNull();
  });
});

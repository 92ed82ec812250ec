import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findAltered } from "./verify.ts";

const CONTENT = "package";
const file = (name: string) => ({
  name,
  bytes: CONTENT.length,
  sha256: createHash("sha256").update(CONTENT).digest("hex"),
});
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-verify-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("finds no difference in unaltered files", async () => {
  for (const name of ["a", "b"]) await writeFile(join(folder, name), CONTENT);
  expect(await findAltered(folder, [file("a"), file("b")])).toEqual([]);
});

test("finds altered, cut, missing and unexpected files", async () => {
  await writeFile(join(folder, "altered"), CONTENT.replace("p", "q"));
  await writeFile(join(folder, "cut"), CONTENT.slice(1));
  await writeFile(join(folder, "unexpected"), CONTENT);
  const expected = ["altered", "cut", "missing"];
  expect((await findAltered(folder, expected.map(file))).toSorted()).toEqual([...expected, "unexpected"]);
});

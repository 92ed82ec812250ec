import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findApertium } from "./apertium.ts";

const MODES = ["eng-spa.mode", "fr-es.mode", "spa-cat.mode", "es-pt.mode"];
let system: string;
beforeEach(async () => {
  vi.stubEnv("PARLEY_APERTIUM", undefined);
  system = await mkdtemp(join(tmpdir(), "parley-system-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(system, { recursive: true, force: true });
});

async function install(modes: readonly string[], programs: readonly string[]): Promise<void> {
  const folder = join(system, "usr/share/apertium/modes");
  await mkdir(folder, { recursive: true });
  await mkdir(join(system, "usr/bin"));
  for (const mode of modes) await writeFile(join(folder, mode), "");
  for (const program of programs) await writeFile(join(system, "usr/bin", program), "");
}

describe("the system's Apertium", () => {
  test("is used if it is complete", async () => {
    await install(MODES, ["cg-proc"]);
    expect(await findApertium(system)).toBe(system);
  });

  test("is not used without one of the pairs", async () => {
    await install(MODES.slice(1), ["cg-proc"]);
    expect(await findApertium(system)).not.toBe(system);
  });

  test("is not used without the constraint grammar", async () => {
    await install(MODES, []);
    expect(await findApertium(system)).not.toBe(system);
  });

  test("is ignored on request", async () => {
    await install(MODES, ["cg-proc"]);
    vi.stubEnv("PARLEY_APERTIUM", "fetched");
    expect(await findApertium(system)).not.toBe(system);
  });
});

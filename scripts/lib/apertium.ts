/** Finds Apertium on this machine and serves it with APy on a free loopback port. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { hasEnded, runCommand, startChild } from "./childProcesses.ts";
import { fileExists } from "./files.ts";
import { ROOT } from "./paths.ts";
import { freePort, waitForHttp } from "./ports.ts";

const MODES = "/usr/share/apertium/modes";
/** The system's Python, because Debian's packages are installed for it alone. */
const PYTHON = "/usr/bin/python3";

/** Debian's packages of the pairs eng-spa, fra-spa, spa-cat and por-spa, each with a mode that proves its installation. */
export const APERTIUM = [
  { package: "apertium-eng-spa", mode: "eng-spa.mode" },
  { package: "apertium-fr-es", mode: "fr-es.mode" },
  { package: "apertium-spa-cat", mode: "spa-cat.mode" },
  { package: "apertium-es-pt", mode: "es-pt.mode" },
] as const;

/** A step of spa-cat. Debian only recommends it, so an installation without recommended packages lacks it. */
const CONSTRAINT_GRAMMAR = { package: "cg3", program: "/usr/bin/cg-proc" } as const;

export async function apyInstalled(): Promise<boolean> {
  return (await fileExists(PYTHON)) && (await runCommand(PYTHON, ["-c", "import apertium_apy"])) === 0;
}

/** Returns the missing Debian packages that the tests need. */
export async function missingApertium(): Promise<string[]> {
  const modes = new Set(await readdir(MODES).catch(() => []));
  const missing: string[] = APERTIUM.filter(({ mode }) => !modes.has(mode)).map((pair) => pair.package);
  if (!(await fileExists(CONSTRAINT_GRAMMAR.program))) missing.push(CONSTRAINT_GRAMMAR.package);
  return (await apyInstalled()) ? missing : ["apertium-apy", ...missing];
}

export interface Apertium {
  url: string;
  close(): Promise<void>;
}

/** Returns null if Apertium is not installed or has no pair. */
export async function startApertium(): Promise<Apertium | null> {
  if (!(await apyInstalled()) || !(await fileExists(MODES))) return null;
  const port = await freePort();
  const apy = startChild(PYTHON, [join(ROOT, "bench/apy-loopback.py"), MODES, "--port", String(port)]);
  const url = `http://127.0.0.1:${port}`;
  const up = await waitForHttp(`${url}/listPairs`, 20_000, () => !hasEnded(apy.child));
  if (up) return { url, close: apy.stop };
  await apy.stop();
  return null;
}

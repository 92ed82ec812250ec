/** Finds Apertium on this machine and serves it with APy on a loopback port of our own. */
import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { hasEnded, runCommand, startChild } from "./childProcesses.ts";
import { ROOT } from "./paths.ts";
import { freePort, waitForHttp } from "./ports.ts";

const MODES = "/usr/share/apertium/modes";
/** The system's Python: Debian's packages are for it and not for one that a person installed. */
const PYTHON = "/usr/bin/python3";

/** What Debian calls APy and the pairs eng-spa, fra-spa, spa-cat and por-spa, each with the mode that shows it is there. */
export const APERTIUM = [
  { package: "apertium-eng-spa", mode: "eng-spa.mode" },
  { package: "apertium-fr-es", mode: "fr-es.mode" },
  { package: "apertium-spa-cat", mode: "spa-cat.mode" },
  { package: "apertium-es-pt", mode: "es-pt.mode" },
] as const;

/** A step of spa-cat that Debian only recommends, so that an installation without recommended packages lacks it. */
const CONSTRAINT_GRAMMAR = { package: "cg3", program: "/usr/bin/cg-proc" } as const;

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

export async function apyInstalled(): Promise<boolean> {
  return (await exists(PYTHON)) && (await runCommand(PYTHON, ["-c", "import apertium_apy"])) === 0;
}

/** Debian packages that are missing here for the whole of the tests. */
export async function missingApertium(): Promise<string[]> {
  const modes = new Set(await readdir(MODES).catch(() => []));
  const missing: string[] = APERTIUM.filter(({ mode }) => !modes.has(mode)).map((pair) => pair.package);
  if (!(await exists(CONSTRAINT_GRAMMAR.program))) missing.push(CONSTRAINT_GRAMMAR.package);
  return (await apyInstalled()) ? missing : ["apertium-apy", ...missing];
}

export interface Apertium {
  url: string;
  close(): Promise<void>;
}

/** `null` when Apertium is not on this machine, or has no pair. */
export async function startApertium(): Promise<Apertium | null> {
  if (!(await apyInstalled()) || !(await exists(MODES))) return null;
  const port = await freePort();
  const apy = startChild(PYTHON, [join(ROOT, "scripts/apy-loopback.py"), MODES, "--port", String(port)]);
  const url = `http://127.0.0.1:${port}`;
  const up = await waitForHttp(`${url}/listPairs`, 20_000, () => !hasEnded(apy.child));
  if (up) return { url, close: apy.stop };
  await apy.stop();
  return null;
}

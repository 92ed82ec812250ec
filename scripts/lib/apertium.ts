/** Finds Apertium, on the system or fetched, and starts the engine service of `apertium/` with it on loopback. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findFetchedRoot, type PackageSet } from "./apt/fetchPackages.ts";
import { hasEnded, startChild } from "./childProcesses.ts";
import { fetchedFolder } from "./fetchedFolders.ts";
import { fileExists } from "./files.ts";
import { bin, PATH, ROOT } from "./paths.ts";
import { freePort, waitForHttp } from "./ports.ts";

const START_TIMEOUT_MS = 20_000;
const SYSTEM_ROOT = "/";

/** Debian's packages of the pairs en–es, fr–es, es–ca and es–pt, each with a mode that proves its installation. */
const PAIRS = [
  { package: "apertium-eng-spa", mode: "eng-spa.mode" },
  { package: "apertium-fr-es", mode: "fr-es.mode" },
  { package: "apertium-spa-cat", mode: "spa-cat.mode" },
  { package: "apertium-es-pt", mode: "es-pt.mode" },
] as const;

/** A step of spa-cat. Debian only recommends it, so an installation without recommended packages lacks it. */
const CONSTRAINT_GRAMMAR = { package: "cg3", program: "usr/bin/cg-proc" } as const;

/** 30 MB to download with the package lists, 72 MB on disk. */
export const APERTIUM_PACKAGES: PackageSet = {
  title: "Apertium",
  folder: fetchedFolder("apertium"),
  wanted: [...PAIRS.map((pair) => pair.package), CONSTRAINT_GRAMMAR.package],
  // Not libxml2-utils and xsltproc, which only build dictionaries.
  closure: /^(?:apertium|lttoolbox|cg3|lib(?:apertium|lttoolbox|cg3|icu|xml2(?!-utils)))/u,
};

export const APERTIUM_LANGUAGES = "English, Spanish, French, Portuguese, Catalan";

/**
 * Returns the root folder of an Apertium with all pairs: `/`, else the fetched one. Programs and data never come from
 * different roots. `PARLEY_APERTIUM=fetched` ignores the system's.
 */
export async function findApertium(systemRoot = SYSTEM_ROOT): Promise<string | null> {
  if (!isFetchForced() && (await isComplete(systemRoot))) return systemRoot;
  return await findFetchedRoot(APERTIUM_PACKAGES);
}

/** Returns true if the fetched Apertium is requested, on whatever machine. */
export const isFetchForced = (): boolean => process.env.PARLEY_APERTIUM === "fetched";

async function isComplete(root: string): Promise<boolean> {
  const modes = new Set(await readdir(join(root, "usr/share/apertium/modes")).catch(() => []));
  return PAIRS.every(({ mode }) => modes.has(mode)) && (await fileExists(join(root, CONSTRAINT_GRAMMAR.program)));
}

export interface Apertium {
  readonly url: string;
  /** Resolves when the service has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  close(): Promise<void>;
}

export interface StartApertiumOptions {
  /** Default: found by `findApertium`. */
  readonly root?: string;
  /** Default: a free port. */
  readonly port?: number;
  /** Receives the lines that the service prints. */
  readonly onLine?: (line: string) => void;
}

/** Returns null without Apertium, or if the service does not start. */
export async function startApertium({ root, port, onLine }: StartApertiumOptions = {}): Promise<Apertium | null> {
  const found = root ?? (await findApertium());
  if (found === null) return null;
  const chosen = port ?? (await freePort());
  const args = ["--root", found, "--host", "127.0.0.1", "--port", String(chosen)];
  const service = startChild(bin("node"), [join(ROOT, "apertium/main.ts"), ...args], {
    // A token in the shell is that of another service.
    env: { PATH, APERTIUM_TOKEN: "", NODE_OPTIONS: "--disable-warning=ExperimentalWarning" },
    ...(onLine !== undefined && { onLine }),
  });
  const url = `http://127.0.0.1:${chosen}`;
  const isUp = await waitForHttp(`${url}/listPairs`, START_TIMEOUT_MS, () => !hasEnded(service.child));
  if (isUp) return { url, ended: service.ended, close: service.stop };
  await service.stop();
  return null;
}

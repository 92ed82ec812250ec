/** The stamp of a fetched root: the system and the packages that it was made for, and its files. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual, parseEnv } from "node:util";
import * as z from "zod/mini";

const STAMP_FILE = "stamp.json";

/** A root with another origin is fetched again. */
export interface Origin {
  /** `ID` and `VERSION_ID` of /etc/os-release. */
  readonly id: string;
  readonly versionId: string;
  /** As in `process.arch`. */
  readonly architecture: string;
  readonly wanted: string[];
}

const stamp = z.object({
  id: z.string(),
  versionId: z.string(),
  architecture: z.string(),
  wanted: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type Stamp = z.infer<typeof stamp>;

/** Returns the origin of a root that is fetched now. */
export async function currentOrigin(wanted: readonly string[], osRelease = "/etc/os-release"): Promise<Origin> {
  const { ID = "", VERSION_ID = "" } = parseEnv(await readFile(osRelease, "utf8").catch(() => ""));
  return { id: ID, versionId: VERSION_ID, architecture: process.arch, wanted: [...wanted].sort() };
}

/** Returns null if the root has no readable stamp. */
export async function readStamp(root: string): Promise<Stamp | null> {
  try {
    return stamp.parse(JSON.parse(await readFile(join(root, STAMP_FILE), "utf8")));
  } catch {
    return null;
  }
}

export const writeStamp = (root: string, content: Stamp): Promise<void> =>
  writeFile(join(root, STAMP_FILE), `${JSON.stringify(content, null, 2)}\n`);

export const isFromOrigin = ({ files: _, ...stored }: Stamp, origin: Origin): boolean =>
  isDeepStrictEqual(stored, origin);

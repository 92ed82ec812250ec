/**
 * Fetches Debian packages into a folder of this checkout, without root: apt verifies signatures and downloads, dpkg-deb
 * unpacks. No install script runs. The folder holds `root/`, and during a fetch `root.partial/` and `lock`.
 */
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type AptGet, aptExists, type CommandOptions, createAptGet, unpack } from "./aptGet.ts";
import { classifyFailure, type FetchFailure, type FetchFailureKind } from "./failure.ts";
import { acquireLock } from "./lock.ts";
import type { PackageFile } from "./output.ts";
import { currentOrigin, isFromOrigin, readStamp, writeStamp } from "./stamp.ts";
import { findAltered } from "./verify.ts";

export interface PackageSet {
  /** Named in messages, such as "Apertium". */
  readonly title: string;
  /** Holds `root/`. Deleting the folder deletes everything that was fetched. */
  readonly folder: string;
  readonly wanted: readonly string[];
  /** Matches the needed packages that are fetched. The system provides the others, such as the C library. */
  readonly closure: RegExp;
}

export interface FetchOptions extends CommandOptions {
  /** Receives the progress of the whole fetch, which never decreases. */
  readonly onPercent?: (percent: number) => void;
  /** Called when another process, with this id, is fetching. */
  readonly onWait?: (pid: number) => void;
}

export type FetchResult =
  | { readonly ok: true; readonly root: string }
  | { readonly ok: false; readonly failure: FetchFailure };

/** The share of each step, from its measured time and size, in percent. */
const PROGRESS = { lists: [0, 30], packages: [30, 90] } as const;

/** Returns the fetched root if it was made for this system and these packages, else null. */
export async function findFetchedRoot({ folder, wanted }: PackageSet): Promise<string | null> {
  const root = join(folder, "root");
  const stamp = await readStamp(root);
  return stamp !== null && isFromOrigin(stamp, await currentOrigin(wanted)) ? root : null;
}

/** Returns a root that was fetched for this system when other packages were wanted. It works with what it has. */
export async function findOutdatedRoot({ folder }: PackageSet): Promise<string | null> {
  const root = join(folder, "root");
  const stamp = await readStamp(root);
  return stamp !== null && isFromOrigin(stamp, await currentOrigin(stamp.wanted)) ? root : null;
}

/**
 * Fetches the packages, or returns the root that exists. If another process is fetching, waits for it. Never throws, and
 * leaves no partial files unless this process is killed; the next fetch deletes those.
 */
export async function fetchPackages(set: PackageSet, options: FetchOptions): Promise<FetchResult> {
  // LD_LIBRARY_PATH separates its folders with colons.
  if (set.folder.includes(":")) return failed("colon-in-path");
  if (!(await aptExists())) return failed("no-apt");
  try {
    await mkdir(set.folder, { recursive: true });
    const release = await acquireLock(join(set.folder, "lock"), options);
    const partial = join(set.folder, "root.partial");
    try {
      const existing = await findFetchedRoot(set);
      if (existing !== null) return { ok: true, root: existing };
      await rm(partial, { recursive: true, force: true });
      await mkdir(partial);
      return await fetchInto(partial, set, options);
    } finally {
      await rm(partial, { recursive: true, force: true });
      await release();
    }
  } catch (error) {
    if (options.signal.aborted) return failed("cancelled");
    return { ok: false, failure: classifyFailure([error instanceof Error ? error.message : String(error)]) };
  }
}

async function fetchInto(partial: string, set: PackageSet, options: FetchOptions): Promise<FetchResult> {
  const packages = join(partial, "packages");
  const unpacked = join(partial, "unpacked");
  await mkdir(packages);
  await mkdir(unpacked);
  const apt = await createAptGet(join(partial, "apt"), options);
  const progress = createProgress(options.onPercent ?? (() => {}));

  const listErrors = await apt.update(progress(...PROGRESS.lists));
  const located = await locate(apt, set, listErrors);
  if (!located.ok) return located;
  const { names, files } = located;
  const downloaded = await apt.download(names, packages, progress(...PROGRESS.packages));
  if (!downloaded.ok) return { ok: false, failure: classifyFailure(downloaded.errors) };
  const altered = await findAltered(packages, files);
  if (altered.length > 0) return failed("altered", altered.join(", "));
  for (const { name } of files) {
    const result = await unpack(join(packages, name), unpacked, options);
    if (!result.ok) return { ok: false, failure: classifyFailure(result.errors) };
  }
  await writeStamp(unpacked, { ...(await currentOrigin(set.wanted)), files: [...files] });

  options.signal.throwIfAborted();
  const root = join(set.folder, "root");
  await rm(root, { recursive: true, force: true });
  await rename(unpacked, root);
  options.onPercent?.(100);
  return { ok: true, root };
}

type Located =
  | { readonly ok: true; readonly names: readonly string[]; readonly files: readonly PackageFile[] }
  | (FetchResult & { readonly ok: false });

/** Returns the packages to fetch with their files. `listErrors` explain a plan that fails. */
async function locate(apt: AptGet, { wanted, closure }: PackageSet, listErrors: readonly string[]): Promise<Located> {
  const plan = await apt.plan(wanted);
  if (!plan.ok) return { ok: false, failure: classifyFailure([...listErrors, ...plan.errors]) };
  const names = plan.value.filter((name) => closure.test(name));
  const files = await apt.locate(names);
  if (!files.ok) return { ok: false, failure: classifyFailure([...listErrors, ...files.errors]) };
  if (files.value.length !== names.length) return failed("altered", "a package without a SHA-256");
  return { ok: true, names, files: files.value };
}

const failed = (kind: FetchFailureKind, detail = ""): FetchResult & { readonly ok: false } => ({
  ok: false,
  failure: { kind, detail },
});

/** Maps the percentages of steps to one that never decreases: apt's own starts again when it finds more files. */
function createProgress(onPercent: (percent: number) => void) {
  let highest = -1;
  return (from: number, to: number) => (percent: number) => {
    const whole = Math.floor(from + ((to - from) * percent) / 100);
    if (whole <= highest) return;
    highest = whole;
    onPercent(whole);
  };
}

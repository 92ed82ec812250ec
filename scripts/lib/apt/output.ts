/** Parsers of apt's output, which is requested in English (`LC_ALL=C`). */

/** A file in the signed package lists. */
export interface PackageFile {
  /** File name, as `apt-get download` writes it. */
  readonly name: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Returns the packages of `apt-get -s install`, in its order. */
export const parsePlan = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^Inst (\S+) \(/u.exec(line)?.[1] ?? []);

/** Returns the files of `apt-get --print-uris download`. Files without a SHA-256 are left out. */
export const parseUris = (lines: readonly string[]): PackageFile[] =>
  lines.flatMap((line) => {
    const [, name, bytes, sha256] = /^'\S+' (\S+) (\d+) SHA256:([\da-f]{64})$/u.exec(line) ?? [];
    // The name becomes a path.
    if (name === undefined || sha256 === undefined || name.includes("/")) return [];
    return [{ name, bytes: Number(bytes), sha256 }];
  });

/** Returns the percentage of a line of `APT::Status-Fd`, or null for any other line. */
export function parseStatus(line: string): number | null {
  const percent = /^dlstatus:\d+:(\d+(?:\.\d+)?):/u.exec(line)?.[1];
  return percent === undefined ? null : Math.min(100, Number(percent));
}

/** Returns the kinds of index (`Contents`, `DEP-11`, …) that need not be downloaded. */
export const parseUnneededTargets = (lines: readonly string[]): string[] => [
  ...new Set(lines.map((line) => line.trim()).filter((kind) => /^[\w.+-]+$/u.test(kind) && kind !== "Packages")),
];

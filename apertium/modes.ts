/**
 * Reads Apertium's mode files. A mode is a pipeline of programs that translates from one language into another, such as
 * `spa-eng.mode`. A mode file is a line of shell; it is parsed into words, and only known programs are run.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A direction between two languages. */
export interface Mode {
  /** BCP 47, such as `es` for both `es-pt.mode` and `spa-eng.mode`. */
  readonly source: string;
  readonly target: string;
  /** The programs in their order, each with its arguments. */
  readonly programs: readonly (readonly string[])[];
}

export interface Installation {
  readonly modes: readonly Mode[];
  /** The complete environment of the programs. */
  readonly env: Readonly<Record<string, string>>;
}

const MODES_FOLDER = "usr/share/apertium/modes";
/** Variants such as `spa-cat_valencia` and debug modes such as `spa-cat-tagger` have other names. */
const MODE_FILE = /^([a-z]{2,3})-([a-z]{2,3})\.mode$/u;
const KNOWN_PROGRAM =
  /^(?:lt-proc|lrx-proc|lsx-proc|rtx-proc|cg-proc|lt-merge|apertium-(?:tagger|pretransfer|transfer|interchunk|postchunk|posttransfer|anaphora)(?:-j)?)$/u;

/**
 * Reads the modes below `root`, which is `/` or a folder with unpacked Debian packages. Skips a mode that needs a missing
 * file or an unknown program. Throws one sentence if there is none.
 */
export function readInstallation(root: string): Installation {
  const base = resolve(root);
  const folder = join(base, MODES_FOLDER);
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const modes = new Map<string, Mode>();
  for (const file of files) {
    const [, source, target] = MODE_FILE.exec(file) ?? [];
    if (source === undefined || target === undefined) continue;
    const programs = parseMode(readFileSync(join(folder, file), "utf8"), base);
    if (programs === null) continue;
    const mode = { source: languageTag(source), target: languageTag(target), programs };
    // The newer pair wins: its name has three letters (`fra-spa`), so it is read after the older (`fr-es`).
    modes.set(`${mode.source}|${mode.target}`, mode);
  }
  if (modes.size === 0) throw new Error(`There is no usable Apertium below ${base}.`);
  return { modes: [...modes.values()], env: { LC_ALL: "C.UTF-8", ...libraryPath(base) } };
}

/** Returns the BCP 47 tag of an ISO 639 code of two or three letters: `es` for `spa`. */
export function languageTag(code: string): string {
  const tag = Intl.getCanonicalLocales(code)[0] ?? code;
  // Some codes of macrolanguages would become a tag with a script.
  return tag.includes("-") ? code : tag;
}

/** Returns the programs with absolute paths, or null for a mode that cannot run. */
export function parseMode(line: string, root: string): string[][] | null {
  const programs: string[][] = [];
  for (const command of line.trim().split("|")) {
    const [name = "", ...words] = wordsOf(command);
    if (!KNOWN_PROGRAM.test(name)) return null;
    const isGenerator = words.some((word) => word.endsWith("autogen.bin"));
    const args = words.flatMap((word) => {
      // The flag that decides how unknown words are marked: `-n` does not mark them.
      if (word === "$1" || (word === "-g" && isGenerator && name === "lt-proc")) return ["-n"];
      if (word === "$2") return [];
      return word.startsWith("/") ? [join(root, word)] : [word];
    });
    programs.push(...splitBilingualLookup(name, args));
  }
  const commands = programs.map(([name = "", ...args]) => [join(root, "usr/bin", name), "-z", ...args]);
  const isComplete = commands.flat().every((word) => !word.startsWith("/") || existsSync(word));
  return isComplete ? commands : null;
}

/**
 * Splits the deprecated `apertium-transfer RULES BINARY DICTIONARY`, in which apertium 3.9.12 cuts off tags, into a lookup
 * and a transfer.
 */
function splitBilingualLookup(name: string, args: readonly string[]): string[][] {
  const [rules, binary, dictionary] = args;
  const isDeprecated = name === "apertium-transfer" && args.length === 3 && args.every((word) => word.startsWith("/"));
  if (!isDeprecated || rules === undefined || binary === undefined || dictionary === undefined)
    return [[name, ...args]];
  return [
    ["lt-proc", "-b", dictionary],
    [name, "-b", rules, binary],
  ];
}

/** Splits a command into words, in which only single quotes have a meaning. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|[^\s']+/gu)].map(([word, quoted]) => quoted ?? word);
}

/** Makes the programs of an unpacked package find its libraries. */
function libraryPath(root: string): Record<string, string> {
  if (root === "/") return {};
  if (root.includes(":")) throw new Error(`The path ${root} contains a colon, so no library can be loaded from it.`);
  const triplets = readdirSync(join(root, "usr/lib")).filter((name) => /-linux-gnu[a-z0-9]*$/u.test(name));
  return {
    LD_LIBRARY_PATH: triplets.flatMap((name) => [join(root, "usr/lib", name), join(root, "lib", name)]).join(":"),
  };
}

/**
 * Folds text for comparison with a glossary: NFC, lower case, one kind each of apostrophe, hyphen and blank, no invisible
 * characters. Letters stay together with their combining marks, and each keeps its position in the original.
 */
import type { Language } from "../contracts/languages.ts";

/** Kinds of characters. Only two neighbours of the kind `word` belong to one word. */
export const CHARACTER_KIND = { other: 0, word: 1, blankless: 2 } as const;

export interface Folded {
  readonly text: string;
  /** For each code unit of `text`, the start and end of its cluster in the original. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** For each code unit of `text`, the kind of its cluster. */
  readonly kinds: readonly number[];
}

interface Cluster {
  readonly text: string;
  readonly kind: number;
}

/**
 * A run of blanks, a syllable of jamo, or a character with its combining marks. More marks than any letter has begin a
 * cluster of their own, because normalizing a run of marks takes quadratic time.
 */
const CLUSTER = /[\p{Zs}\t]+|[\u1100-\u115F][\u1160-\u11A7][\u11A8-\u11FF]?|[\s\S]\p{M}{0,30}/gu;
const WHITESPACE = /^[\p{Zs}\t]/u;
/** Soft hyphens, direction marks, zero-width breaks. */
const INVISIBLE_CHARACTERS = /[\u00AD\u061C\u200B\u200E\u200F\u2060\u2066-\u2069\uFEFF]/gu;
const APOSTROPHE = /[\u2018\u2019\u02BC\u2032\uFF07]/gu;
const HYPHEN = /[\u2010\u2011\u2012\u2013\u2212\uFE63\uFF0D]/gu;
const WORD = /^[\p{L}\p{N}\p{M}]/u;
/** Scripts without blanks between words. */
const UNSPACED_SCRIPT =
  /^(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Folded clusters of this process, by alphabet. */
const clusterCache = { turkic: new Map<string, Cluster>(), other: new Map<string, Cluster>() };
const MAX_CACHED_CLUSTERS = 10_000;
/** Longer ones, such as a letter with a hundred marks, are folded each time, so that the cache stays small. */
const MAX_CACHED_LENGTH = 16;

export function foldForMatching(text: string, language: Language): Folded {
  const isTurkic = language === "tr" || language === "az";
  const clusters = isTurkic ? clusterCache.turkic : clusterCache.other;
  if (clusters.size > MAX_CACHED_CLUSTERS) clusters.clear();
  let folded = "";
  const [from, to, kinds]: [number[], number[], number[]] = [[], [], []];
  for (const { 0: written, index } of text.matchAll(CLUSTER)) {
    let cluster = clusters.get(written);
    if (cluster === undefined) {
      cluster = foldCluster(written, isTurkic);
      if (written.length <= MAX_CACHED_LENGTH) clusters.set(written, cluster);
    }
    for (let unit = 0; unit < cluster.text.length; unit += 1) {
      from.push(index);
      to.push(index + written.length);
      kinds.push(cluster.kind);
    }
    folded += cluster.text;
  }
  return { text: folded, from, to, kinds };
}

function foldCluster(written: string, isTurkic: boolean): Cluster {
  if (WHITESPACE.test(written)) return { text: " ", kind: CHARACTER_KIND.other };
  const plain = written
    .normalize("NFC")
    .replaceAll(INVISIBLE_CHARACTERS, "")
    .replaceAll(APOSTROPHE, "'")
    .replaceAll(HYPHEN, "-");
  return {
    // Folding through upper case makes ß equal ss and ς equal σ. Turkic i has two upper cases, so it is only lowered.
    text: isTurkic ? plain.toLocaleLowerCase("tr") : plain.toLowerCase().toUpperCase().toLowerCase().normalize("NFC"),
    kind: kindOf(plain),
  };
}

function kindOf(plain: string): number {
  if (UNSPACED_SCRIPT.test(plain)) return CHARACTER_KIND.blankless;
  return WORD.test(plain) ? CHARACTER_KIND.word : CHARACTER_KIND.other;
}

/** Returns whether a cluster begins at this unit, or the text ends. */
export const isClusterBoundary = ({ from }: Folded, unit: number): boolean =>
  unit === 0 || from[unit] !== from[unit - 1];

/** Returns whether the character at `outside` continues the word of its neighbour at `inside`. */
export const joinsWord = ({ kinds }: Folded, outside: number, inside: number): boolean =>
  kinds[outside] === CHARACTER_KIND.word && kinds[inside] !== CHARACTER_KIND.blankless;

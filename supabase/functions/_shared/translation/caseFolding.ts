/**
 * Text in the form in which a glossary compares it: NFC, without case, apostrophes, hyphens and blanks each of one kind,
 * without what nobody sees. Letters with their marks stay together, and each knows where it stood.
 */
import type { Language } from "../contracts/languages.ts";

/** How a character stands beside another: only two of `word` make one word. */
export const CHARACTER_KIND = { other: 0, word: 1, blankless: 2 } as const;

export interface Folded {
  readonly text: string;
  /** For each code unit of `text` where its cluster begins and ends in the original. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** For each code unit of `text` its cluster's. */
  readonly kinds: readonly number[];
}

interface Cluster {
  readonly text: string;
  readonly kind: number;
}

/** A run of blanks, a syllable written in jamo, or a character with its marks. */
const CLUSTER = /[\p{Zs}\t]+|[\u1100-\u115F][\u1160-\u11A7][\u11A8-\u11FF]?|[\s\S]\p{M}*/gu;
const WHITESPACE = /^[\p{Zs}\t]/u;
/** Soft hyphens, directions, breaks without a width. */
const INVISIBLE_CHARACTERS = /[\u00AD\u061C\u200B\u200E\u200F\u2060\u2066-\u2069\uFEFF]/gu;
const APOSTROPHE = /[\u2018\u2019\u02BC\u2032\uFF07]/gu;
const HYPHEN = /[\u2010\u2011\u2012\u2013\u2212\uFE63\uFF0D]/gu;
const WORD = /^[\p{L}\p{N}\p{M}]/u;
/** Scripts whose words stand without blanks between. */
const UNSPACED_SCRIPT =
  /^(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** What a process has met, by alphabet: a character is looked at once. */
const clusterCache = { turkic: new Map<string, Cluster>(), other: new Map<string, Cluster>() };
const MAX_CACHED_CLUSTERS = 10_000;

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
      clusters.set(written, cluster);
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
    // By way of capitals, so that ß is ss and ς is σ; where i has two of them only the way down is one.
    text: isTurkic ? plain.toLocaleLowerCase("tr") : plain.toLowerCase().toUpperCase().toLowerCase().normalize("NFC"),
    kind: kindOf(plain),
  };
}

function kindOf(plain: string): number {
  if (UNSPACED_SCRIPT.test(plain)) return CHARACTER_KIND.blankless;
  return WORD.test(plain) ? CHARACTER_KIND.word : CHARACTER_KIND.other;
}

/** Whether a cluster begins at this unit, or the text ends. */
export const isClusterBoundary = ({ from }: Folded, unit: number): boolean =>
  unit === 0 || from[unit] !== from[unit - 1];

/** Whether what stands at `outside` makes what stands beside it, at `inside`, a part of a longer word. */
export const joinsWord = ({ kinds }: Folded, outside: number, inside: number): boolean =>
  kinds[outside] === CHARACTER_KIND.word && kinds[inside] !== CHARACTER_KIND.blankless;

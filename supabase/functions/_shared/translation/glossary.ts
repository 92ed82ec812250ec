/**
 * Finds the terms of a glossary in a text, and writes what stands for them in another language. Whole words, whatever the
 * case; where two overlap the longer one.
 */
import type { TermEntry } from "../contracts/glossary.ts";
import type { Language } from "../contracts/languages.ts";
import { isEnding, prefixesOf, shortestInflected, stemOf } from "./endings.ts";
import { type Folded, fold, isBorder, KIND, touches } from "./folding.ts";

export interface Found {
  readonly term: TermEntry;
  /** Where it stands in the text, with its ending and what is written in front of it as part of the word. */
  readonly from: number;
  readonly to: number;
  /** So far it is the term itself. */
  readonly coreTo: number;
}

interface Node {
  readonly next: Map<string, Node>;
  term: TermEntry | null;
  /** Of this the term with an ending, never without. */
  stem: TermEntry | null;
}

/** Trees of a list of terms, by source and target; kept as long as the list itself. */
const trees = new WeakMap<readonly TermEntry[], Map<string, Node | null>>();

/** Those that say something for this pair, in the order of the text, none over another. */
export function findTerms(text: string, terms: readonly TermEntry[], source: Language, target: Language): Found[] {
  const root = treeOf(terms, source, target);
  if (root === null) return [];
  const folded = fold(text, source);
  const all: Found[] = [];
  for (let unit = 0; unit < folded.text.length; unit += 1) {
    if (!isBorder(folded, unit) || touches(folded, unit - 1, unit)) continue;
    walk(folded, root, source, unit, unit, all);
    for (const prefix of prefixesOf(source)) {
      const start = unit + prefix.length;
      if (folded.text.startsWith(prefix, unit)) walk(folded, root, source, unit, start, all);
    }
  }
  return withoutOverlaps(all);
}

/** Adds each term that begins at `start`, in a word that begins at `word`. */
function walk(folded: Folded, root: Node, source: Language, word: number, start: number, all: Found[]): void {
  const { text, from, to } = folded;
  const add = (term: TermEntry, core: number, end: number) => {
    all.push({ term, from: from[word] ?? 0, to: to[end - 1] ?? 0, coreTo: to[core - 1] ?? 0 });
  };
  let node: Node | undefined = root;
  for (let end = start + 1; end <= text.length; end += 1) {
    node = node.next.get(text[end - 1] ?? "");
    if (node === undefined) return;
    if ((node.term === null && node.stem === null) || !isBorder(folded, end)) continue;
    const mayInflect = end - start >= shortestInflected(source);
    const inflected = mayInflect ? endOfWord(folded, end) : end;
    const hasEnding = inflected > end && isEnding(source, text.slice(end, inflected));
    if (node.stem !== null && hasEnding) add(node.stem, end, inflected);
    if (node.term === null || (start > word && !mayInflect)) continue;
    if (hasEnding) add(node.term, end, inflected);
    else if (!touches(folded, end, end - 1)) add(node.term, end, end);
  }
}

/** Over one apostrophe or colon, too, when letters follow it. */
function endOfWord({ text, kinds }: Folded, from: number): number {
  let end = text[from] === "'" || text[from] === ":" ? from + 1 : from;
  if (kinds[end] !== KIND.word) return from;
  while (kinds[end] === KIND.word) end += 1;
  return end;
}

function withoutOverlaps(all: readonly Found[]): Found[] {
  const lengthOf = ({ from, to }: Found) => to - from;
  const longest = all.toSorted((a, b) => lengthOf(b) - lengthOf(a) || a.from - b.from);
  const taken = new Set<number>();
  const kept: Found[] = [];
  for (const found of longest) {
    let isFree = true;
    for (let at = found.from; at < found.to && isFree; at += 1) isFree = !taken.has(at);
    if (!isFree) continue;
    for (let at = found.from; at < found.to; at += 1) taken.add(at);
    kept.push(found);
  }
  return kept.sort((a, b) => a.from - b.from);
}

/** Null when no term says anything for the pair. */
function treeOf(terms: readonly TermEntry[], source: Language, target: Language): Node | null {
  const byPair = trees.get(terms) ?? new Map<string, Node | null>();
  trees.set(terms, byPair);
  const key = `${source} ${target}`;
  const known = byPair.get(key);
  if (known !== undefined) return known;
  const tree = grow(
    terms.filter(
      ({ language, never, translations }) => language === source && (never || translations[target] !== undefined),
    ),
    source,
  );
  byPair.set(key, tree);
  return tree;
}

function grow(terms: readonly TermEntry[], source: Language): Node | null {
  const leaf = (): Node => ({ next: new Map(), term: null, stem: null });
  const root = leaf();
  const reach = (path: string): Node => {
    let node = root;
    for (let unit = 0; unit < path.length; unit += 1) {
      const step = path[unit] ?? "";
      const next = node.next.get(step) ?? leaf();
      node.next.set(step, next);
      node = next;
    }
    return node;
  };
  for (const term of terms) {
    const path = fold(term.term.trim(), source).text;
    if (path === "") continue;
    reach(path).term ??= term;
    const stem = stemOf(source, path);
    if (stem !== null) reach(stem).stem ??= term;
  }
  return root.next.size === 0 ? null : root;
}

const OPENING = /(?:^|[.!?…。！？؟।\n])[\s\p{P}\p{S}]*$/u;

/** Whether what follows `before` begins a sentence. */
export const opensSentence = (before: string): boolean => OPENING.test(before.slice(-40));

/**
 * What stands for a term in the other language. `before` is what stands before it there: capitals that it had only for
 * beginning a sentence it has only where it begins one again.
 */
export function rendered({ term, from, to, coreTo }: Found, text: string, target: Language, before: string): string {
  const written = text.slice(from, to);
  const translation = term.never ? undefined : term.translations[target];
  if (translation === undefined) return written;
  const core = text.slice(from, coreTo);
  if (isShouted(core) && !isShouted(term.term)) return translation.toLocaleUpperCase(target);
  const isCapital = opensSentence(text.slice(0, from)) ? opensSentence(before) : !startsGreat(term.term);
  return startsGreat(core) && isCapital ? capitalised(translation, target) : translation;
}

const isShouted = (text: string) => (text.match(/\p{Lu}/gu)?.length ?? 0) > 1 && text === text.toUpperCase();
const startsGreat = (text: string) => /^\p{Lu}/u.test(text);

function capitalised(text: string, target: Language): string {
  const [first = "", ...rest] = text;
  return first.toLocaleUpperCase(target) + rest.join("");
}

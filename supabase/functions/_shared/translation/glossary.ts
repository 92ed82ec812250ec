/**
 * Finds the terms of a glossary in a text and renders them in another language. It matches whole words in any case, and
 * prefers the longer of two overlapping terms.
 */
import type { TermEntry } from "../contracts/glossary.ts";
import type { Language } from "../contracts/languages.ts";
import { CHARACTER_KIND, type Folded, foldForMatching, isClusterBoundary, joinsWord } from "./caseFolding.ts";
import { isInflection, minInflectedLength, prefixesOf, stemOf } from "./inflections.ts";

export interface TermMatch {
  readonly term: TermEntry;
  /** The position in the text, including an inflected ending and a prefix of the same word. */
  readonly from: number;
  readonly to: number;
  /** The end of the term itself. */
  readonly coreTo: number;
}

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  term: TermEntry | null;
  /** The term that this stem stands for when an ending follows. */
  stem: TermEntry | null;
}

/** A term as it is matched. */
interface FoldedTerm {
  readonly term: TermEntry;
  readonly path: string;
  /** The beginning that an ending may follow. */
  readonly stem: string | null;
}

/** The terms of a list by source, cached as long as the list exists. */
const foldedLists = new WeakMap<readonly TermEntry[], Map<Language, readonly FoldedTerm[]>>();

/** Returns the terms that apply to this pair, in the order of the text, without overlaps. */
export function matchTerms(text: string, terms: readonly TermEntry[], source: Language, target: Language): TermMatch[] {
  const folded = foldForMatching(text, source);
  // A trie of a whole glossary takes megabytes, and few terms are in a text.
  const root = buildTrie(
    foldedTerms(terms, source).filter(
      ({ term: { never, translations }, path, stem }) =>
        (never || translations[target] !== undefined) && folded.text.includes(stem ?? path),
    ),
  );
  if (root === null) return [];
  const all: TermMatch[] = [];
  for (let unit = 0; unit < folded.text.length; unit += 1) {
    if (!isClusterBoundary(folded, unit) || joinsWord(folded, unit - 1, unit)) continue;
    collectMatches(folded, root, source, unit, unit, all);
    for (const prefix of prefixesOf(source)) {
      const start = unit + prefix.length;
      if (folded.text.startsWith(prefix, unit)) collectMatches(folded, root, source, unit, start, all);
    }
  }
  return withoutOverlaps(all);
}

/** Adds each term that begins at `start`, in a word that begins at `word`, to `all`. */
function collectMatches(
  folded: Folded,
  root: TrieNode,
  source: Language,
  word: number,
  start: number,
  all: TermMatch[],
): void {
  const { text, from, to } = folded;
  const add = (term: TermEntry, core: number, end: number) => {
    all.push({ term, from: from[word] ?? 0, to: to[end - 1] ?? 0, coreTo: to[core - 1] ?? 0 });
  };
  let node: TrieNode | undefined = root;
  for (let end = start + 1; end <= text.length; end += 1) {
    node = node.next.get(text[end - 1] ?? "");
    if (node === undefined) return;
    if ((node.term === null && node.stem === null) || !isClusterBoundary(folded, end)) continue;
    const mayInflect = end - start >= minInflectedLength(source);
    const inflected = mayInflect ? endOfWord(folded, end) : end;
    const hasEnding = inflected > end && isInflection(source, text.slice(end, inflected));
    if (node.stem !== null && hasEnding) add(node.stem, end, inflected);
    if (node.term === null || (start > word && !mayInflect)) continue;
    if (hasEnding) add(node.term, end, inflected);
    else if (!joinsWord(folded, end, end - 1)) add(node.term, end, end);
  }
}

/** Returns the end of the word, across one apostrophe or colon if letters follow. */
function endOfWord({ text, kinds }: Folded, from: number): number {
  let end = text[from] === "'" || text[from] === ":" ? from + 1 : from;
  if (kinds[end] !== CHARACTER_KIND.word) return from;
  while (kinds[end] === CHARACTER_KIND.word) end += 1;
  return end;
}

function withoutOverlaps(all: readonly TermMatch[]): TermMatch[] {
  const lengthOf = ({ from, to }: TermMatch) => to - from;
  const longest = all.toSorted((a, b) => lengthOf(b) - lengthOf(a) || a.from - b.from);
  const taken = new Set<number>();
  const kept: TermMatch[] = [];
  for (const found of longest) {
    let isFree = true;
    for (let at = found.from; at < found.to && isFree; at += 1) isFree = !taken.has(at);
    if (!isFree) continue;
    for (let at = found.from; at < found.to; at += 1) taken.add(at);
    kept.push(found);
  }
  return kept.sort((a, b) => a.from - b.from);
}

function foldedTerms(terms: readonly TermEntry[], source: Language): readonly FoldedTerm[] {
  const bySource = foldedLists.get(terms) ?? new Map<Language, readonly FoldedTerm[]>();
  foldedLists.set(terms, bySource);
  const cached = bySource.get(source);
  if (cached !== undefined) return cached;
  const folded = terms.flatMap((term): FoldedTerm[] => {
    if (term.language !== source) return [];
    const path = foldForMatching(term.term.trim(), source).text;
    return path === "" ? [] : [{ term, path, stem: stemOf(source, path) }];
  });
  bySource.set(source, folded);
  return folded;
}

/** Returns null without terms. */
function buildTrie(terms: readonly FoldedTerm[]): TrieNode | null {
  const leaf = (): TrieNode => ({ next: new Map(), term: null, stem: null });
  const root = leaf();
  const reach = (path: string): TrieNode => {
    let node = root;
    for (let unit = 0; unit < path.length; unit += 1) {
      const step = path[unit] ?? "";
      const next = node.next.get(step) ?? leaf();
      node.next.set(step, next);
      node = next;
    }
    return node;
  };
  for (const { term, path, stem } of terms) {
    reach(path).term ??= term;
    if (stem !== null) reach(stem).stem ??= term;
  }
  return terms.length === 0 ? null : root;
}

const SENTENCE_START = /(?:^|[.!?…。！？؟।\n])[\s\p{P}\p{S}]*$/u;

/** Returns whether the text after `before` begins a sentence. */
export const startsSentence = (before: string): boolean => SENTENCE_START.test(before.slice(-40));

/**
 * Returns a term's rendering in the other language. `before` is the translated text before it: a capital that only marked
 * the start of a sentence is kept only at the start of a sentence.
 */
export function renderTerm(
  { term, from, to, coreTo }: TermMatch,
  text: string,
  target: Language,
  before: string,
): string {
  const written = text.slice(from, to);
  const translation = term.never ? undefined : term.translations[target];
  if (translation === undefined) return written;
  const core = text.slice(from, coreTo);
  if (isAllCaps(core) && !isAllCaps(term.term)) return translation.toLocaleUpperCase(target);
  const isCapital = startsSentence(text.slice(0, from)) ? startsSentence(before) : !startsUpperCase(term.term);
  return startsUpperCase(core) && isCapital ? capitalised(translation, target) : translation;
}

const isAllCaps = (text: string) => (text.match(/\p{Lu}/gu)?.length ?? 0) > 1 && text === text.toUpperCase();
const startsUpperCase = (text: string) => /^\p{Lu}/u.test(text);

function capitalised(text: string, target: Language): string {
  const [first = "", ...rest] = text;
  return first.toLocaleUpperCase(target) + rest.join("");
}

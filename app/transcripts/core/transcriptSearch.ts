/** Finding words in every language that a line is there in, as one types in a hurry: without case, accents, vowel marks. */
import { isLanguage, type Language } from "#contracts/languages.ts";
import type { TranscriptLine } from "../transcriptLine.ts";

/** A final sigma is a sigma. */
export const foldTranscriptText = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");

export interface SearchHit {
  readonly id: string;
  /** In which of its languages, its own first. */
  readonly languages: readonly Language[];
}

/** One text for each language, in their order. */
interface FoldedLine {
  readonly languages: readonly Language[];
  readonly texts: readonly string[];
}

export interface TranscriptSearch {
  /** Folds the lines: most of the time of a first search, before its first key. */
  prepare(lines: readonly TranscriptLine[]): void;
  /** In the lines' order. */
  find(lines: readonly TranscriptLine[], typed: string): readonly SearchHit[];
}

/** Remembers every line in its folded form for as long as there is the line. */
export function createTranscriptSearch(): TranscriptSearch {
  const foldedLines = new WeakMap<TranscriptLine, FoldedLine>();
  const foldedOf = (line: TranscriptLine): FoldedLine => {
    const cached = foldedLines.get(line);
    if (cached !== undefined) return cached;
    const folded = foldLine(line);
    foldedLines.set(line, folded);
    return folded;
  };
  return {
    prepare(lines) {
      for (const line of lines) foldedOf(line);
    },
    find(lines, query) {
      const foldedQuery = foldTranscriptText(query).trim();
      if (foldedQuery === "") return [];
      const hits: SearchHit[] = [];
      // At each key of a long call: for what does not match nothing is made.
      for (const line of lines) {
        const { languages, texts } = foldedOf(line);
        if (!texts.some((text) => text.includes(foldedQuery))) continue;
        hits.push({ id: line.id, languages: languages.filter((_, at) => texts[at]?.includes(foldedQuery)) });
      }
      return hits;
    },
  };
}

function foldLine({ language, text, translations }: TranscriptLine): FoldedLine {
  const translated = Object.entries(translations).flatMap(([code, words]) =>
    isLanguage(code) ? [[code, words] as const] : [],
  );
  return {
    languages: [language, ...translated.map(([code]) => code)],
    texts: [foldTranscriptText(text), ...translated.map(([, words]) => foldTranscriptText(words))],
  };
}

/** Where in `text` the words stand: beginnings and ends in UTF-16 units, whole signs with their marks. */
export function matchRanges(text: string, query: string): readonly (readonly [number, number])[] {
  const foldedQuery = foldTranscriptText(query).trim();
  if (foldedQuery === "") return [];
  let folded = "";
  /** For each unit of the folded text, where its sign begins. */
  const unitStarts: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = foldTranscriptText(character);
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) unitStarts.push(at);
    at += character.length;
  }
  const spans: [number, number][] = [];
  for (
    let foundAt = folded.indexOf(foldedQuery);
    foundAt !== -1;
    foundAt = folded.indexOf(foldedQuery, foundAt + foldedQuery.length)
  ) {
    const start = unitStarts[foundAt] ?? 0;
    const last = unitStarts[foundAt + foldedQuery.length - 1] ?? start;
    let end = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length;
    while (/^\p{M}/u.test(text.slice(end))) end += String.fromCodePoint(text.codePointAt(end) ?? 0).length;
    spans.push([start, end]);
  }
  return spans;
}

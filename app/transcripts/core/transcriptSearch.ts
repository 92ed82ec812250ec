/** Searches lines in all their languages, without regard to case, accents and vowel marks. */
import { isLanguage, type Language } from "#contracts/languages.ts";
import { foldText } from "../../lib/foldText.ts";
import type { TranscriptLine } from "../transcriptLine.ts";

export interface SearchHit {
  readonly id: string;
  /** The languages that match, the line's own first. */
  readonly languages: readonly Language[];
}

/** Target of the last search step or jump. */
export interface CurrentLine {
  readonly id: string;
  /** Language of the hit if no column shows it. */
  readonly foundIn: Language | null;
}

/** `texts` in the order of `languages`. */
interface FoldedLine {
  readonly languages: readonly Language[];
  readonly texts: readonly string[];
}

export interface TranscriptSearch {
  /** Folds the lines ahead of the first key. Folding is most of the time of a first search. */
  prepare(lines: readonly TranscriptLine[]): void;
  /** Returns hits in the order of the lines. */
  find(lines: readonly TranscriptLine[], query: string): readonly SearchHit[];
}

/** Caches the folded text of each line object. */
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
      const foldedQuery = foldText(query).trim();
      if (foldedQuery === "") return [];
      const hits: SearchHit[] = [];
      // Runs at each key of a long call, so lines without a match allocate nothing.
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
  const translated = Object.entries(translations).flatMap(([code, translation]) =>
    isLanguage(code) ? [[code, translation] as const] : [],
  );
  return {
    languages: [language, ...translated.map(([code]) => code)],
    texts: [foldText(text), ...translated.map(([, translation]) => foldText(translation))],
  };
}

/** Returns start and end of each match, in UTF-16 units. A match covers whole characters with their marks. */
export function matchRanges(text: string, query: string): readonly (readonly [number, number])[] {
  const foldedQuery = foldText(query).trim();
  if (foldedQuery === "") return [];
  let folded = "";
  /** For each unit of the folded text, the start of its character in `text`. */
  const unitStarts: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = foldText(character);
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
    // The marks of the match before belong to it, even if they match as well.
    if (start < (spans.at(-1)?.[1] ?? 0)) continue;
    let end = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length;
    while (/^\p{M}/u.test(text.slice(end, end + 2))) end += String.fromCodePoint(text.codePointAt(end) ?? 0).length;
    spans.push([start, end]);
  }
  return spans;
}

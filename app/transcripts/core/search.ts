/** Finding words in every language that a line is there in, as one types in a hurry: without case, accents, vowel marks. */
import { isLanguage, type Language } from "#contracts/languages.ts";
import type { TranscriptLine } from "./line.ts";

/** A final sigma is a sigma. */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ς", "σ");

export interface Hit {
  readonly id: string;
  /** In which of its languages, its own first. */
  readonly languages: readonly Language[];
}

type Folded = readonly (readonly [Language, string])[];

export interface Search {
  /** Folds the lines: most of the time of a first search, before its first key. */
  prepare(lines: readonly TranscriptLine[]): void;
  /** In the lines' order. */
  find(lines: readonly TranscriptLine[], typed: string): readonly Hit[];
}

/** Remembers every line in its folded form for as long as there is the line. */
export function createSearch(): Search {
  const known = new WeakMap<TranscriptLine, Folded>();
  const foldedOf = (line: TranscriptLine): Folded => {
    const folded = known.get(line) ?? foldLine(line);
    known.set(line, folded);
    return folded;
  };
  return {
    prepare(lines) {
      for (const line of lines) foldedOf(line);
    },
    find(lines, typed) {
      const wanted = fold(typed).trim();
      if (wanted === "") return [];
      const hits: Hit[] = [];
      for (const line of lines) {
        const languages = foldedOf(line).flatMap(([language, text]) => (text.includes(wanted) ? [language] : []));
        if (languages.length > 0) hits.push({ id: line.id, languages });
      }
      return hits;
    },
  };
}

const foldLine = ({ language, text, translations }: TranscriptLine): Folded => [
  [language, fold(text)],
  ...Object.entries(translations).flatMap(([code, translated]) =>
    isLanguage(code) ? [[code, fold(translated)] as const] : [],
  ),
];

/** Where in `text` the words stand: beginnings and ends in UTF-16 units, whole signs with their marks. */
export function spansOf(text: string, typed: string): readonly (readonly [number, number])[] {
  const wanted = fold(typed).trim();
  if (wanted === "") return [];
  let folded = "";
  /** For each unit of the folded text, where its sign begins. */
  const from: number[] = [];
  let at = 0;
  for (const sign of text) {
    const plain = fold(sign);
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) from.push(at);
    at += sign.length;
  }
  const spans: [number, number][] = [];
  for (let found = folded.indexOf(wanted); found !== -1; found = folded.indexOf(wanted, found + wanted.length)) {
    const start = from[found] ?? 0;
    const last = from[found + wanted.length - 1] ?? start;
    let end = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length;
    while (/^\p{M}/u.test(text.slice(end))) end += String.fromCodePoint(text.codePointAt(end) ?? 0).length;
    spans.push([start, end]);
  }
  return spans;
}

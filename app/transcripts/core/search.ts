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

/** One text for each language, in their order. */
interface Folded {
  readonly languages: readonly Language[];
  readonly texts: readonly string[];
}

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
    const before = known.get(line);
    if (before !== undefined) return before;
    const folded = foldLine(line);
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
      // At each key of a long call: for what does not match nothing is made.
      for (const line of lines) {
        const { languages, texts } = foldedOf(line);
        if (!texts.some((text) => text.includes(wanted))) continue;
        hits.push({ id: line.id, languages: languages.filter((_, at) => texts[at]?.includes(wanted)) });
      }
      return hits;
    },
  };
}

function foldLine({ language, text, translations }: TranscriptLine): Folded {
  const translated = Object.entries(translations).flatMap(([code, words]) =>
    isLanguage(code) ? [[code, words] as const] : [],
  );
  return {
    languages: [language, ...translated.map(([code]) => code)],
    texts: [fold(text), ...translated.map(([, words]) => fold(words))],
  };
}

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

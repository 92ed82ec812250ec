/** Splits fragments into sentences. */
import type { Fragment, Kind } from "./fragments.ts";

export interface Sentence {
  readonly kind: Kind;
  readonly line: number;
  readonly text: string;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|no)\.\s*$/iu;

/** Splits by the rules of Unicode (UAX 29), except after an abbreviation. A test name is one sentence. */
export function sentencesOf({ kind, line, text }: Fragment): Sentence[] {
  if (kind === "test name") return [{ kind, line, text }];
  const parts: { start: number; text: string }[] = [];
  const flat = text.replaceAll("\n", " ");
  for (const { segment, index } of segmenter.segment(withoutCode(flat))) {
    const last = parts.at(-1);
    const original = flat.slice(index, index + segment.length);
    if (last && ABBREVIATION.test(last.text)) last.text += original;
    else parts.push({ start: index, text: original });
  }
  return parts
    .map((part) => ({
      kind,
      line: line + text.slice(0, part.start).split("\n").length - 1,
      text: part.text.trim(),
    }))
    .filter((sentence) => countWords(sentence.text) > 0);
}

/** Replaces code between backticks by letters: a "?" or "." in it ends no sentence. */
const withoutCode = (text: string) => text.replace(/`[^`]*`/gu, (code) => "X".repeat(code.length));

/** Counts the parts between blanks that contain a letter or a digit. */
export const countWords = (text: string): number =>
  text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

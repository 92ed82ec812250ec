/** The words that a correction changed. */
import { diffArrays } from "diff";

export interface WordChange {
  /** Empty if words were only added. */
  readonly before: string;
  /** Empty if words were only removed. */
  readonly after: string;
}

/** Returns words with their inner signs: `don't`, `e-mail`, `3.5`. Scripts without spaces are split by dictionary. */
function segmentWords(text: string, language: string): string[] {
  return [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
}

/** Returns changed runs of words in the order of the text. Case counts, punctuation does not. */
export function diffWords(before: string, after: string, language: string): readonly WordChange[] {
  const separator = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(after) ? "" : " ";
  const changes: WordChange[] = [];
  let change = { before: "", after: "" };
  for (const { value, added, removed } of diffArrays(segmentWords(before, language), segmentWords(after, language))) {
    if (removed) change.before = value.join(separator);
    else if (added) change.after = value.join(separator);
    if (added || removed) {
      if (!changes.includes(change)) changes.push(change);
    } else change = { before: "", after: "" };
  }
  return changes;
}

/** Returns the changes that may be glossary terms: replaced words, unless the sentence was rewritten. */
export const termCandidates = (changes: readonly WordChange[]): readonly WordChange[] =>
  changes.filter(({ before, after }) => before !== "" && after !== "" && after.split(" ").length <= 4).slice(0, 3);

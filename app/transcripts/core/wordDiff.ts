/** What a correction changed, word by word. */

export interface WordChange {
  /** Empty where words were added or taken away alone. */
  readonly before: string;
  readonly after: string;
}

/** Letters and digits with what holds them together: `don't`, `e-mail`, `3.5`. Scripts without blanks by their own words. */
function segmentWords(text: string, language: string): string[] {
  return [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
}

/** Runs of words that are other words now, in the order of the text. Case counts, signs between words do not. */
export function diffWords(before: string, after: string, language: string): readonly WordChange[] {
  const oldWords = segmentWords(before, language);
  const newWords = segmentWords(after, language);
  const lengths = commonLengths(oldWords, newWords);
  const separator = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(after) ? "" : " ";
  const changes: WordChange[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const close = () => {
    if (removed.length > 0 || added.length > 0)
      changes.push({ before: removed.join(separator), after: added.join(separator) });
    removed = [];
    added = [];
  };
  let oldIndex = 0;
  let newIndex = 0;
  while (oldIndex < oldWords.length || newIndex < newWords.length) {
    const [oldWord, newWord] = [oldWords[oldIndex], newWords[newIndex]];
    if (oldWord !== undefined && oldWord === newWord) {
      close();
      oldIndex += 1;
      newIndex += 1;
    } else if (
      newWord === undefined ||
      (oldWord !== undefined && lengthAt(lengths, oldIndex + 1, newIndex) >= lengthAt(lengths, oldIndex, newIndex + 1))
    ) {
      removed.push(oldWord ?? "");
      oldIndex += 1;
    } else {
      added.push(newWord);
      newIndex += 1;
    }
  }
  close();
  return changes;
}

const lengthAt = (lengths: readonly (readonly number[])[], at: number, to: number) => lengths[at]?.[to] ?? 0;

/** For each pair of places, how many words the rests after them have in common, in order. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly (readonly number[])[] {
  const lengths = old.map(() => new Array<number>(now.length).fill(0));
  for (let at = old.length - 1; at >= 0; at -= 1)
    for (let to = now.length - 1; to >= 0; to -= 1) {
      const row = lengths[at];
      if (row === undefined) continue;
      row[to] =
        old[at] === now[to]
          ? lengthAt(lengths, at + 1, to + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, to), lengthAt(lengths, at, to + 1));
    }
  return lengths;
}

/** What of them may be terms: words in place of others, and not so many that it was rewritten. */
export const termCandidates = (changes: readonly WordChange[]): readonly WordChange[] =>
  changes.filter(({ before, after }) => before !== "" && after !== "" && after.split(" ").length <= 4).slice(0, 3);

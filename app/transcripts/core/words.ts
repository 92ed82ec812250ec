/** What a correction changed, word by word. */

export interface Change {
  /** Empty where words were added or taken away alone. */
  readonly before: string;
  readonly after: string;
}

/** Letters and digits with what holds them together: `don't`, `e-mail`, `3.5`. Scripts without blanks by their own words. */
function wordsOf(text: string, language: string): string[] {
  return [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
}

/** Runs of words that are other words now, in the order of the text. Case counts, signs between words do not. */
export function changesOf(before: string, after: string, language: string): readonly Change[] {
  const old = wordsOf(before, language);
  const now = wordsOf(after, language);
  const kept = commonLengths(old, now);
  const blank = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(after) ? "" : " ";
  const changes: Change[] = [];
  let left: string[] = [];
  let right: string[] = [];
  const close = () => {
    if (left.length > 0 || right.length > 0) changes.push({ before: left.join(blank), after: right.join(blank) });
    left = [];
    right = [];
  };
  let at = 0;
  let to = 0;
  while (at < old.length || to < now.length) {
    const [was, is] = [old[at], now[to]];
    if (was !== undefined && was === is) {
      close();
      at += 1;
      to += 1;
    } else if (is === undefined || (was !== undefined && lengthAt(kept, at + 1, to) >= lengthAt(kept, at, to + 1))) {
      left.push(was ?? "");
      at += 1;
    } else {
      right.push(is);
      to += 1;
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
export const termsOf = (changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ before, after }) => before !== "" && after !== "" && after.split(" ").length <= 4).slice(0, 3);

/** Scripts in which one letter is a word; in others, one letter of the name says more than two. */
const ALPHABETIC = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

function firstSign(word: string): string {
  const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(word);
  return segments[Symbol.iterator]().next().value?.segment ?? "";
}

/** Returns initials: `Tom Whitaker` → `TW`, `Inés` → `I`, `山田 遥` → `山`; empty for a name without letters or digits. */
export function initials(name: string): string {
  const words = name.split(/[\s\p{P}\p{S}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = "", ...rest] = words;
  const last = rest.at(-1) ?? "";
  const signs = ALPHABETIC.test(first) && ALPHABETIC.test(last) ? firstSign(first) + firstSign(last) : firstSign(first);
  return signs.toLocaleUpperCase();
}

/** Mentions in a text: `@` and a name. Chat, database and translation recognise the same ones. */
import { SPACED_CHARACTER, WORD_CHARACTER } from "./scripts.ts";

/** An `@` that does not continue a word or an email address. In scripts without blanks it may follow a letter. */
export const MENTION_START = `(?<!${SPACED_CHARACTER})@`;

const WORD = `(?:${SPACED_CHARACTER}|[_-])+`;
/** Source of a pattern for a mention of an unknown name: one word, with apostrophes inside. */
export const UNKNOWN_MENTION = `${MENTION_START}(?:${WORD}(?:['’ʼ]${WORD})*|(?:${WORD_CHARACTER}|[_-])+)`;

export interface FoundMention {
  /** The position in the text, in code units. */
  readonly from: number;
  readonly to: number;
}

const START_PATTERN = new RegExp(MENTION_START, "gu");
const SPACED = new RegExp(`^${SPACED_CHARACTER}`, "u");
const ENDS_SPACED = new RegExp(`${SPACED_CHARACTER}$`, "u");
const MARK = /^\p{M}/u;
const EMOJI_SELECTOR = /^[\uFE00-\uFE0F]/u;

/** Ignores case and the kind of apostrophe, and keeps the length. */
const folded = (text: string) =>
  text.replaceAll(/[\p{Lu}\p{Lt}ς’ʼ]/gu, (letter) => {
    const small = /[’ʼ]/u.test(letter) ? "'" : letter.toUpperCase().toLowerCase();
    return small.length === letter.length ? small : letter;
  });

/**
 * Returns whole tokens in the order of the text, the longest where several begin. Composed and decomposed letters match. The
 * cost grows with the lengths of tokens, not with their number: guests choose both names and text.
 */
export function findMentions(text: string, tokens: readonly string[]): FoundMention[] {
  if (tokens.length === 0 || !text.includes("@")) return [];
  const forms = new Set(
    tokens.flatMap((token) => [token, token.normalize("NFC"), token.normalize("NFD")]).map((form) => folded(form)),
  );
  const lengths = [...new Set([...forms].map((form) => form.length))].sort((a, b) => b - a);
  const found: FoundMention[] = [];
  const foldedText = folded(text);
  for (const { index } of text.matchAll(START_PATTERN)) {
    if (index < (found.at(-1)?.to ?? 0)) continue;
    const length = lengths.find(
      (count) => forms.has(foldedText.slice(index, index + count)) && endsAt(text, index + count),
    );
    if (length !== undefined) found.push({ from: index, to: index + length });
  }
  return found;
}

/** Returns whether a name may end there. In a script without blanks the sentence goes on at once. */
function endsAt(text: string, end: number): boolean {
  const rest = text.slice(end, end + 2);
  if (MARK.test(rest)) return EMOJI_SELECTOR.test(rest);
  return !ENDS_SPACED.test(text.slice(end - 2, end)) || !SPACED.test(rest);
}

/** Mentions in a text: `@` and a name. Translation keeps such a word as it is, up to its first blank. */

const firstWord = (name: string): string => name.split(/\s/u)[0] ?? "";

/** The words that may stand for somebody in a text, the longest first. */
export function mentionTokensFor(name: string): string[] {
  if (name === "") return [];
  const first = firstWord(name);
  return first === name ? [`@${name}`] : [`@${name}`, `@${first}`];
}

/** What is written when somebody is chosen: the first name where nobody else here is called so. */
export function mentionTokenFor(name: string, others: readonly string[]): string {
  const first = firstWord(name);
  return `@${others.some((other) => firstWord(other) === first) ? name : first}`;
}

const MENTION_QUERY_PATTERN = /(?<![\p{L}\p{N}])@([^\s@]*)$/u;

/** What is typed behind an `@` that the cursor stands after; `null`: there is none. */
export const mentionQuery = (text: string, cursor: number): string | null =>
  MENTION_QUERY_PATTERN.exec(text.slice(0, cursor))?.[1] ?? null;

/** Puts the word in place of what is typed, with a blank behind it. */
export function insertMention(text: string, cursor: number, word: string): { text: string; cursor: number } {
  const before = text.slice(0, cursor).replace(MENTION_QUERY_PATTERN, `${word} `);
  return { text: before + text.slice(cursor).replace(/^ /u, ""), cursor: before.length };
}

/** Those whose name begins with, or has a word that begins with, what is typed; without regard to case and marks. */
export function matchPeople<T extends { readonly name: string }>(people: readonly T[], typed: string): readonly T[] {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const wanted = plain(typed);
  return people.filter(({ name }) => [name, ...name.split(/\s/u)].some((part) => plain(part).startsWith(wanted)));
}

export interface ChosenMention {
  readonly userId: string;
  readonly word: string;
}

/** Of those who were chosen: who is still in the text, each once. */
export const mentionsIn = (text: string, chosen: readonly ChosenMention[]): readonly ChosenMention[] =>
  chosen.filter(
    ({ userId, word }, index) => text.includes(word) && chosen.findIndex((other) => other.userId === userId) === index,
  );

/** A text in pieces: what is one of the words, and what stands between. */
export function splitMentions(
  text: string,
  words: readonly string[],
): readonly { readonly text: string; readonly name: boolean }[] {
  if (words.length === 0) return [{ text, name: false }];
  const any = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"))
    .join("|");
  return text
    .split(new RegExp(`((?:${any})(?![\\p{L}\\p{N}]))`, "u"))
    .map((piece, index) => ({ text: piece, name: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

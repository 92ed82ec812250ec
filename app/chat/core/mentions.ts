/** Mentions in a text: `@` and a name. Translation leaves such a token unchanged, up to its first space. */
import type { Language } from "#contracts/languages.ts";
import { foldText } from "../../lib/foldText.ts";

/** A participant of the meeting as a mention candidate. */
export interface Mentionable {
  readonly userId: string;
  readonly number: number;
  readonly name: string;
  readonly reads: Language;
}

const firstWord = (name: string): string => name.split(/\s/u)[0] ?? "";

/** Returns the tokens that mention `name` in a text, the longest first. */
export function mentionTokensFor(name: string): string[] {
  if (name === "") return [];
  const first = firstWord(name);
  return first === name ? [`@${name}`] : [`@${name}`, `@${first}`];
}

/** Returns the token to insert: the first name if no other person here shares it, else the full name. */
export function mentionTokenFor(name: string, others: readonly string[]): string {
  const first = firstWord(name);
  return `@${others.some((other) => firstWord(other) === first) ? name : first}`;
}

const MENTION_QUERY_PATTERN = /(?<![\p{L}\p{N}])@([^\s@]*)$/u;

/** Returns the text between an `@` and the cursor, or null without such an `@`. */
export const mentionQuery = (text: string, cursor: number): string | null =>
  MENTION_QUERY_PATTERN.exec(text.slice(0, cursor))?.[1] ?? null;

/** Replaces the query before the cursor with `token` and a space. */
export function insertMention(text: string, cursor: number, token: string): { text: string; cursor: number } {
  const before = text.slice(0, cursor).replace(MENTION_QUERY_PATTERN, `${token} `);
  return { text: before + text.slice(cursor).replace(/^ /u, ""), cursor: before.length };
}

/** Returns the people with a name, or a word in it, that starts with `query`, ignoring case and accents. */
export function matchPeople<T extends { readonly name: string }>(people: readonly T[], query: string): readonly T[] {
  const folded = foldText(query);
  return people.filter(({ name }) => [name, ...name.split(/\s/u)].some((part) => foldText(part).startsWith(folded)));
}

export interface ChosenMention {
  readonly userId: string;
  readonly word: string;
}

/** Returns the chosen mentions that are still in the text, one for each user. */
export const mentionsIn = (text: string, chosen: readonly ChosenMention[]): readonly ChosenMention[] =>
  chosen.filter(
    ({ userId, word }, index) => text.includes(word) && chosen.findIndex((other) => other.userId === userId) === index,
  );

/** Splits `text` into mention tokens (`name`) and the text between them. */
export function splitMentions(
  text: string,
  tokens: readonly string[],
): readonly { readonly text: string; readonly name: boolean }[] {
  if (tokens.length === 0) return [{ text, name: false }];
  const anyToken = [...tokens]
    .sort((a, b) => b.length - a.length)
    .map((token) => token.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"))
    .join("|");
  return text
    .split(new RegExp(`((?:${anyToken})(?![\\p{L}\\p{N}]))`, "u"))
    .map((piece, index) => ({ text: piece, name: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

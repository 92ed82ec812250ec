/** Chooses mentions for a text: `@` and a name. */
import type { Language } from "#contracts/languages.ts";
import { findMentions, MENTION_START } from "#contracts/text/mentions.ts";
import { mentionTokensFor } from "#contracts/text/mentionTokens.ts";
import { foldText } from "../../lib/foldText.ts";

/** A participant of the meeting as a mention candidate. */
export interface Mentionable {
  readonly userId: string;
  readonly colour: number;
  readonly name: string;
  readonly reads: Language;
}

const MENTION_QUERY_PATTERN = new RegExp(String.raw`${MENTION_START}([^\s@]*)$`, "u");

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

/**
 * Returns the mentions in the text, one for each user: chosen ones that are still there, and typed ones that name one
 * person only.
 */
export function mentionsIn(
  text: string,
  chosen: readonly ChosenMention[],
  people: readonly Mentionable[],
): readonly ChosenMention[] {
  const all = [...chosen.filter(({ word }) => containsMention(text, word)), ...typedMentions(text, people)];
  return all.filter(({ userId }, index) => all.findIndex((other) => other.userId === userId) === index);
}

function typedMentions(text: string, people: readonly Mentionable[]): ChosenMention[] {
  const tokens = people.flatMap(({ userId, name }) => mentionTokensFor(name).map((word) => ({ userId, word })));
  const words = tokens.map(({ word }) => word);
  return findMentions(text, words).flatMap(({ from, to }) => {
    const word = text.slice(from, to);
    const [owner, ...others] = tokens.filter((token) => findMentions(word, [token.word])[0]?.to === word.length);
    return owner === undefined || others.length > 0 ? [] : [{ userId: owner.userId, word }];
  });
}

/** Returns whether the text contains the token, and not only a longer word that begins with it. */
const containsMention = (text: string, token: string): boolean => findMentions(text, [token]).length > 0;

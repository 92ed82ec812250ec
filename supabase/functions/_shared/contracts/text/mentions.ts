/** Mentions in a text: `@` and a name. Chat, database and translation recognise the same ones. */
import { SPACED_CHARACTER, UNSPACED_SCRIPTS } from "./scripts.ts";

/** An `@` that does not continue a word or an email address. In scripts without blanks it may follow a letter. */
export const MENTION_START = `(?<!${SPACED_CHARACTER})@`;

const WORD = String.raw`(?:${SPACED_CHARACTER}|[_\u200C\u200D-])+`;
/** Source of a pattern for a mention of an unknown name: one word, with apostrophes inside. */
export const UNKNOWN_MENTION = String.raw`${MENTION_START}(?:${WORD}(?:['’ʼ]${WORD})*|[\p{L}\p{M}\p{N}_-]+)`;

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

/**
 * Returns the source of a pattern, for the flags `iu`, that matches whole tokens, composed or decomposed. Null without
 * tokens.
 */
export function mentionPattern(tokens: readonly string[]): string | null {
  const longestFirst = [...new Set(tokens)].sort((a, b) => b.length - a.length);
  const forms = longestFirst.flatMap((token) => [token, token.normalize("NFC"), token.normalize("NFD")]);
  return forms.length === 0 ? null : `(?:${[...new Set(forms)].map(tokenPattern).join("|")})`;
}

const ENDS_UNSPACED = new RegExp(String.raw`(?=[\p{L}\p{M}\p{N}])[${UNSPACED_SCRIPTS}]$`, "u");

function tokenPattern(token: string): string {
  const name = token
    .slice(1)
    .replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&")
    .replaceAll(/['’ʼ]/gu, "['’ʼ]");
  // In a script without blanks the sentence may go on at once.
  return MENTION_START + name + (ENDS_UNSPACED.test(token) ? String.raw`(?!\p{M})` : `(?!${SPACED_CHARACTER})`);
}

/** Finds addresses in a text: the only rule for links, for recaps and for what translation leaves unchanged. */
import { HANGUL, SPACED_CHARACTER, UNSPACED_SCRIPTS, WIDE_PUNCTUATION, WORD_CHARACTER } from "./scripts.ts";

/** Characters that end an address: blanks, quotes, angle brackets, emoji, marks of direction, wide punctuation. */
const END = String.raw`\s\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\u0000-\u001F\u007F-\u009F<>"\u0060|\\^“”„‟«»‹›…—${WIDE_PUNCTUATION}\u2600-\u27BF\u{1F000}-\u{1FAFF}`;
/** Letters that people write beside an address without a blank. */
const ADJOINING = `${UNSPACED_SCRIPTS}${HANGUL}`;
const PLAIN = String.raw`(?![${ADJOINING}])[^${END}()\[\]{}'’]`;
/**
 * An adjoining letter is part of the address only behind a sign or another such letter, as in `/wiki/道`. The title of a
 * wiki page may also have it behind a Latin letter, as in `/wiki/C言語`: titles are where people write such addresses.
 */
const LETTER = `(?:(?<![a-z0-9][.,;:!?]?)|(?<=\\/wiki\\/[^\\s\\/?#]{0,100}[a-z0-9]))(?![${END}])[${ADJOINING}]`;
const BRACKETS = [
  String.raw`\((?:[^${END}()]|\([^${END}()]{0,200}\)){0,200}\)`,
  String.raw`\[[^${END}\[\]]{0,200}\]`,
  String.raw`\{[^${END}{}]{0,200}\}`,
].join("|");
const APOSTROPHE = `(?<=${WORD_CHARACTER})['’](?=${WORD_CHARACTER})`;
/** Punctuation that belongs to the sentence if the address ends with it. */
const TRAILING = String.raw`(?![\/#%&@])[\p{Po}\p{Pe}\p{Pf}\p{Pi}]`;

/** Source of a pattern for the flags `iu`. */
export const WEB_ADDRESS = [
  String.raw`(?:https?:\/\/(?=${WORD_CHARACTER}|\[[0-9a-f:.]{2,45}\])|(?<![a-z0-9.@\/_-])www\.(?=${WORD_CHARACTER}))`,
  `(?:${PLAIN}|${LETTER}|${APOSTROPHE}|${BRACKETS})*`,
  `(?:(?!${TRAILING})${PLAIN}|${LETTER}|${BRACKETS})`,
].join("");

/** Source of a pattern for the flags `iu`. */
export const EMAIL_ADDRESS = String.raw`(?:${SPACED_CHARACTER}|[._+-]){1,64}@(?:${SPACED_CHARACTER}|-){1,63}(?:\.(?:${SPACED_CHARACTER}|-){1,63})+`;

const EMAIL_ADDRESS_PATTERN = new RegExp(EMAIL_ADDRESS, "giu");
const WEB_ADDRESS_PATTERN = new RegExp(WEB_ADDRESS, "giu");

export interface WebAddress {
  /** The position in the text, in code units. */
  readonly from: number;
  readonly to: number;
  /** Parsed and normalized; always HTTP or HTTPS. */
  readonly url: URL;
}

/** The longest host that is parsed, in code units. A host has at most 253 characters; combining marks may follow them. */
const MAX_HOST_LENGTH = 512;

/** Normalizing a host with thousands of combining marks takes quadratic time. */
const isParsable = (address: string) =>
  (/^https?:\/\/[^/?#]*/iu.exec(address)?.[0].length ?? 0) <= MAX_HOST_LENGTH && URL.canParse(address);

/** Returns the addresses in the order of the text. An address that begins with `www.` gets HTTPS. */
export function findWebAddresses(text: string): WebAddress[] {
  const found: WebAddress[] = [];
  for (const { 0: written, index } of text.matchAll(WEB_ADDRESS_PATTERN)) {
    const address = /^www\./iu.test(written) ? `https://${written}` : written;
    if (isParsable(address)) found.push({ from: index, to: index + written.length, url: new URL(address) });
  }
  return found;
}

/** Returns the positions of email addresses, in code units. Call it with a text between web addresses. */
export const findEmailAddresses = (text: string): Pick<WebAddress, "from" | "to">[] =>
  // Without this, each letter would begin a search.
  (text.includes("@") ? [...text.matchAll(EMAIL_ADDRESS_PATTERN)] : []).map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));

/** Classes of characters that several patterns share. Use them with the flag `u`. */

/** Letters of scripts without blanks between words, as the body of a bracket expression. */
export const UNSPACED_SCRIPTS = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;

/** A letter, mark or digit of a script with blanks between words. The marks of emoji are not among them. */
export const SPACED_CHARACTER = String.raw`(?:(?![${UNSPACED_SCRIPTS}\uFE00-\uFE0F\u20E3])[\p{L}\p{M}\p{N}])`;

/** Punctuation of Chinese and Japanese, as the body of a bracket expression. Letters such as 々 are not in it. */
export const WIDE_PUNCTUATION = String.raw`\u3000-\u3004\u3008-\u3020\u3030\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65`;

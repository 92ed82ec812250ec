/**
 * Classes of characters that several patterns share, for the flag `u`. They are ranges instead of Unicode properties,
 * because an edge function compiles the patterns at each start, and a property costs a millisecond wherever it is used.
 */

/** Letters of scripts without blanks between words, as the body of a bracket expression. */
export const UNSPACED_SCRIPTS = String.raw`\u0E01-\u0E3A\u0E40-\u0E4E\u0E80-\u0EFF\u1000-\u109F\u1780-\u17FF\u2E80-\u2FDF\u3005-\u3007\u3021-\u302F\u3031-\u303C\u3041-\u3096\u3099-\u309F\u30A1-\u30FF\u3100-\u312F\u31A0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\u{1AFF0}-\u{1B16F}\u{20000}-\u{3FFFF}`;

/** Letters of Korean, which has blanks but writes particles beside a word, as the body of a bracket expression. */
export const HANGUL = String.raw`\u1100-\u11FF\u3130-\u318F\uA960-\uA97F\uAC00-\uD7FF`;

/** Punctuation of Chinese and Japanese, as the body of a bracket expression. Letters such as 々 are not in it. */
export const WIDE_PUNCTUATION = String.raw`\u3000-\u3004\u3008-\u3020\u3030\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65`;

/** Blanks, punctuation and symbols of all scripts, and what modifies emoji. */
const NOT_IN_WORDS = [
  String.raw`\u0000-\/:-@\[-\u0060{-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF×÷`,
  String.raw`\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05C6\u05F3\u05F4\u0600-\u060F\u061B-\u061F\u066A-\u066D\u06D4`,
  String.raw`\u0700-\u070D\u0964\u0965\u0970\u0DF4\u0E2F\u0E3F\u0E4F\u0E5A\u0E5B\u10FB\u1360-\u1368\u166D\u16EB-\u16ED\u1800-\u180A`,
  String.raw`\u2000-\u200B\u200E-\u206F\u20A0-\u20CF\u20DD-\u20E4\u2100-\u2BFF\u2E00-\u2E7F\u2FF0-\u2FFF`,
  String.raw`${WIDE_PUNCTUATION}\u303D-\u303F\u3200-\u33FF\uE000-\uF8FF\uFD3E\uFD3F\uFE00-\uFE0F\uFE10-\uFE6F\uFFE0-\uFFFF`,
  String.raw`\u{1F000}-\u{1FAFF}\u{E0000}-\u{E007F}`,
].join("");

/** A letter, mark or digit. */
export const WORD_CHARACTER = `[^${NOT_IN_WORDS}]`;
/** A letter, mark or digit of a script with blanks between words. */
export const SPACED_CHARACTER = `[^${NOT_IN_WORDS}${UNSPACED_SCRIPTS}]`;

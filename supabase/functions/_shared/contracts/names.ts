/** Cleans names and titles, like the database (`private.clean_name`). */

/** Characters that show a blank or break the line, such as the braille blank. */
const LINE_BREAKS = /[\p{Cc}\u2028\u2029\u2800]/gu;

/** Characters that are invisible or change the direction of surrounding text. */
const INVISIBLE =
  /[\u034F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{16FE4}\u{1BCA0}-\u{1BCA3}\u{1D159}\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}]/gu;

/**
 * Joiners at the edges of words. Inside a word, joiners and variation selectors shape the letter or emoji before them:
 * Persian, Indic scripts, Mongolian, emoji families, Japanese names. A selector may also end a word.
 * The last look-behind avoids quadratic matching of a long run of joiners.
 */
const STRAY_JOINERS =
  /(?<!\S)(?:\u200C|\u200D|[\u180B-\u180D\u180F]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])+|(?<!\u200C|\u200D)(?:\u200C|\u200D)+(?!\S)/gu;

/** Returns the name in one line, or an empty string if nothing of it is visible. */
export const cleanName = (raw: string): string =>
  raw.replace(LINE_BREAKS, " ").replace(INVISIBLE, "").replace(STRAY_JOINERS, "").replace(/\s+/gu, " ").trim();

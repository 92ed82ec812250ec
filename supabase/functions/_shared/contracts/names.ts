/** What a name and a title are made of, as the database cleans them too (`private.clean_name`). */

/** Shown as a blank, or breaking the line: the braille blank among them. */
const LINE_BREAKS = /[\p{Cc}\u2028\u2029\u2800]/gu;

/** Shows nothing, turns the text around it, or only hides something in it. */
const INVISIBLE =
  /[\u034F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{16FE4}\u{1BCA0}-\u{1BCA3}\u{1D159}\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}]/gu;

/**
 * Joiners and selectors of a variant shape the letter or emoji before them, so they belong inside a word: Persian, Indic
 * scripts, Mongolian, families of emoji, Japanese names. A selector also ends a word.
 * The last look-behind keeps a long row of them from being tried from each of its places.
 */
const STRAY_JOINERS =
  /(?<!\S)(?:\u200C|\u200D|[\u180B-\u180D\u180F]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])+|(?<!\u200C|\u200D)(?:\u200C|\u200D)+(?!\S)/gu;

/** One line. Empty when nothing of it would be seen. */
export const cleanName = (raw: string): string =>
  raw.replace(LINE_BREAKS, " ").replace(INVISIBLE, "").replace(STRAY_JOINERS, "").replace(/\s+/gu, " ").trim();

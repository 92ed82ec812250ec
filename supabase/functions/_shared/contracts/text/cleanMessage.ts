/** Cleans the texts of people as the database does (`private.clean_message`). */

/** Neither a blank nor a character that shows nothing: the same that `cleanName` in names.ts removes. */
const VISIBLE =
  /[^\u034F\s\p{Cc}\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{16FE4}\u{1BCA0}-\u{1BCA3}\u{1D159}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/u;

/** Returns whether a reader sees anything of the text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/**
 * Removes outer blanks, and control characters other than line breaks and tabs. Returns an empty string if nothing of the
 * text is visible.
 */
export function cleanMessage(raw: string): string {
  if (!isVisible(raw)) return "";
  return raw
    .replace(/\r\n?/gu, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();
}

/** Cleans the texts of people as the database does (`private.clean_message`). */

/** Neither a blank nor a character that shows nothing: the same that `cleanName` in names.ts removes. */
const VISIBLE = /[^\s\p{Cc}\p{DI}\u2800\uFFF9-\uFFFB\u{16FE4}\u{1D159}]/u;

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

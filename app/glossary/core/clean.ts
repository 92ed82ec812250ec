/** What a term and its note are made of, as the database cleans them (`private.clean_term`, `private.clean_message`). */

/** One line, composed, without controls, marks of direction and marks of no width. */
export const cleanTerm = (raw: string): string =>
  raw
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .normalize("NFC");

export const cleanNote = (raw: string): string =>
  raw
    .replace(/\r\n?/gu, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** Two terms of one language are the same word when these are equal. */
export const sameWord = (term: string): string => cleanTerm(term).toLowerCase();

/** What a term and its note are made of, as the database cleans them (`private.clean_term`, `private.clean_message`). */
import { cleanName } from "#contracts/names.ts";

/** One line, composed, of what is seen. */
export const cleanTerm = (raw: string): string => cleanName(raw).normalize("NFC");

export const cleanNote = (raw: string): string =>
  raw
    .replace(/\r\n?/gu, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** Two terms of one language are the same word when these are equal. */
export const termKey = (term: string): string => cleanTerm(term).toLowerCase();

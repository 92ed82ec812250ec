/** Cleans terms and notes as the database does (`private.clean_term`, `private.clean_message`). */
import { cleanName } from "#contracts/names.ts";

/** Returns a single line of visible characters, in NFC. */
export const cleanTerm = (raw: string): string => cleanName(raw).normalize("NFC");

export const cleanNote = (raw: string): string =>
  raw
    .replace(/\r\n?/gu, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** Terms of a language with equal keys are the same word. */
export const termKey = (term: string): string => cleanTerm(term).toLowerCase();

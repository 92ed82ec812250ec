/** Cleans terms as the database does (`private.clean_term`). */
import { cleanName } from "#contracts/names.ts";

/** Returns a single line of visible characters, in NFC. */
export const cleanTerm = (raw: string): string => cleanName(raw).normalize("NFC");

/** Terms of a language with equal keys are the same word. */
export const termKey = (term: string): string => cleanTerm(term).toLowerCase();

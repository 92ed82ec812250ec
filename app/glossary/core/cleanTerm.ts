/** Cleans terms as the database does (`private.clean_term`). */
import { LIMITS } from "#contracts/limits.ts";
import { cleanName } from "#contracts/names.ts";

/** A longer text stays too long: the time of `normalize` grows with the square of a run of marks. */
const MAX_CLEANED_LENGTH = 10 * LIMITS.term.max;

/** Returns a single line of visible characters, in NFC. Cuts a text that is much too long, but not to the allowed length. */
export const cleanTerm = (raw: string): string =>
  cleanName(raw.slice(0, MAX_CLEANED_LENGTH)).normalize("NFC") +
  raw.slice(MAX_CLEANED_LENGTH, MAX_CLEANED_LENGTH + LIMITS.term.max + 1);

/** Terms of a language with equal keys are the same word. */
export const termKey = (term: string): string => cleanTerm(term).toLowerCase();

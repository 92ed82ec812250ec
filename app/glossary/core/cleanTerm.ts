/** Cleans terms as the database does (`private.clean_term`). */
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { cleanName } from "#contracts/names.ts";

/** UTF-8 bytes of the longest term before it is cleaned (`private.max_bytes`). */
const MAX_BYTES = 4 * GLOSSARY.term.max + 400;

/**
 * Returns a single line of visible characters, in NFC. A text that is much too long stays too long and is not cleaned: the
 * time of `normalize` grows with the square of a run of marks.
 */
export function cleanTerm(raw: string): string {
  if (new TextEncoder().encode(raw).length <= MAX_BYTES) return cleanName(raw).normalize("NFC");
  return [...raw.slice(0, 2 * GLOSSARY.term.max + 2)].slice(0, GLOSSARY.term.max + 1).join("");
}

/** Terms of a language with equal keys are the same word. */
export const termKey = (term: string): string => cleanTerm(term).toLowerCase();

/** The wording of a line that somebody answered, which may be a translation. */
import type { ConfirmationPerson } from "#contracts/confirmations.ts";
import type { Language } from "#contracts/languages.ts";

interface Wording {
  readonly text: string;
  readonly language: Language;
}

/** Returns the original for a person without a stored text. */
export function wordingRead(
  { read_text, read_language }: Pick<ConfirmationPerson, "read_text" | "read_language">,
  { text, language }: Wording,
): Wording {
  return read_text === null ? { text, language } : { text: read_text, language: read_language ?? language };
}

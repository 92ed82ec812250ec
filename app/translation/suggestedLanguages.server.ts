/** Returns the supported languages of `Accept-Language` in order of preference: likely what the visitor speaks and reads. */
import { foldLanguage, type Language } from "#contracts/languages.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";

export function suggestedLanguages(headers: Headers): Language[] {
  const folded = acceptedLanguages(headers).map(foldLanguage);
  return [...new Set(folded.filter((language) => language !== null))];
}

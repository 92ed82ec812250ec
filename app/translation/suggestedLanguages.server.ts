/** The languages that a visitor's browser asks for, first the one they like best: likely what they speak and read. */
import { foldLanguage, type Language } from "#contracts/languages.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";

export function suggestedLanguages(headers: Headers): Language[] {
  const folded = acceptedLanguages(headers).map(foldLanguage);
  return [...new Set(folded.filter((language) => language !== null))];
}

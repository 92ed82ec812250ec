/** The languages that a visitor's browser asks for, first the one they like best: likely what they speak and read. */
import { foldLanguage, type Language } from "#contracts/languages.ts";
import { askedLanguages } from "~/i18n/acceptLanguage.ts";

export function likelyLanguages(headers: Headers): Language[] {
  const folded = askedLanguages(headers).map(foldLanguage);
  return [...new Set(folded.filter((language) => language !== null))];
}

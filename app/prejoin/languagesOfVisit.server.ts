/** Returns the likely languages of a visitor: that of the invitation, whose link leads here, then those of the browser. */
import { languageOfLink } from "#contracts/joinPath.ts";
import type { Language } from "#contracts/languages.ts";
import { suggestedLanguages } from "~/translation/suggestedLanguages.server.ts";

export function languagesOfVisit({ url, headers }: Request): Language[] {
  const accepted = suggestedLanguages(headers);
  const invited = languageOfLink(url);
  return invited === null ? accepted : [invited, ...accepted.filter((language) => language !== invited)];
}

/** The path of a meeting's pre-join page, with the language of the invitee. */
import { foldLanguage, type Language } from "./languages.ts";
import { formatMeetingCode } from "./meetings.ts";

/** The page fills "I speak" and "I read" with the language, unless the visitor has stored languages. */
export const joinPath = (code: string, language: Language | null): string =>
  `/m/${formatMeetingCode(code)}${language === null ? "" : `?${new URLSearchParams({ language })}`}`;

/** Returns the language of a link, or null. */
export const languageOfLink = (url: string): Language | null =>
  foldLanguage(new URL(url).searchParams.get("language") ?? "");

import { isLanguage, type Language } from "#contracts/languages.ts";
import type { TranscriptColumn } from "./transcriptLine.ts";
import type { TranscriptColumns } from "./transcriptView.ts";

export const parseColumn = (value: string | null): TranscriptColumn | null =>
  value === "original" || (value !== null && isLanguage(value)) ? value : null;

/** Returns the columns of the URL. Default: the reader's language, and the originals if they are in other languages. */
export function columnsFromSearch(
  search: URLSearchParams,
  preferredLanguage: Language | null,
  languages: readonly Language[],
): TranscriptColumns {
  const left = parseColumn(search.get("left")) ?? preferredLanguage ?? "original";
  const right = search.get("right");
  if (right === "none") return { left, right };
  return {
    left,
    right:
      parseColumn(right) ??
      (left !== "original" && languages.some((language) => language !== left) ? "original" : "none"),
  };
}

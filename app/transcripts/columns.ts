import { isLanguage, type Language } from "#contracts/languages.ts";
import type { Column } from "./core/line.ts";
import type { Columns } from "./view.ts";

export const readColumn = (value: string | null): Column | null =>
  value === "original" || (value !== null && isLanguage(value)) ? value : null;

/** As an address names them; else what the reader reads beside what was said, where these are not the same. */
export function columnsOf(search: URLSearchParams, reads: Language | null, languages: readonly Language[]): Columns {
  const left = readColumn(search.get("left")) ?? reads ?? "original";
  const right = search.get("right");
  if (right === "none") return { left, right };
  return {
    left,
    right: readColumn(right) ?? (left !== "original" && languages.some((one) => one !== left) ? "original" : "none"),
  };
}

import { useSyncExternalStore } from "react";
import { pageShortLines } from "~/translation/shortLines.ts";
import { type ColumnText, columnText, type TranscriptColumn, type TranscriptLine } from "./transcriptLine.ts";

/** Returns the text as `columnText` does, except for a short line that counts as readable. HTML of the server has none. */
export function useColumnText(line: TranscriptLine, column: TranscriptColumn): ColumnText {
  const isReadable = useSyncExternalStore(
    pageShortLines.subscribe,
    () => column !== "original" && column !== line.language && pageShortLines.isReadable(line, column) === true,
    () => false,
  );
  if (isReadable && column !== "original") return { text: line.text, language: column, state: "readable" };
  return columnText(line, column);
}

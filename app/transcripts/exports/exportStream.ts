/** Orders pages of lines by time without waiting for the last page. */
import { LIMITS } from "#contracts/limits.ts";
import { byTime, columnText, type TranscriptColumn, type TranscriptLine } from "../transcriptLine.ts";
import { DEFAULT_CUE_DURATION_MS, type ExportCall, type ExportFormat, type ExportLine } from "./exportFormat.ts";

export interface NameLookup {
  /** Returns the name of a user, or a placeholder for an unknown one. */
  nameOf(id: string): string;
}

export interface ExportPage {
  readonly lines: readonly TranscriptLine[];
  /** When the last line of the page was stored: milliseconds since the epoch. */
  readonly storedUntil: number;
}

export function toExportLine(
  line: TranscriptLine,
  call: ExportCall,
  column: TranscriptColumn,
  { nameOf }: NameLookup,
): ExportLine {
  const startMs = Math.max(0, line.at - call.startedAt);
  const who = line.mark?.who ?? null;
  return {
    line,
    name: nameOf(line.author),
    taskOwner: who === null ? null : nameOf(who),
    content: columnText(line, column),
    startMs,
    endMs: startMs + (line.kind === "speech" && line.durationMs > 0 ? line.durationMs : DEFAULT_CUE_DURATION_MS),
  };
}

/**
 * Yields the file in chunks, at most one for each page. A line is stored at most `LIMITS.captionMaxAgeMs` after it began,
 * so older lines are final.
 */
export async function* exportChunks(
  format: ExportFormat,
  call: ExportCall,
  names: NameLookup,
  pages: AsyncIterable<ExportPage>,
): AsyncGenerator<string> {
  let pending: TranscriptLine[] = [];
  let index = 0;
  const write = (lines: readonly TranscriptLine[]) =>
    lines.map((line) => format.line(toExportLine(line, call, call.column, names), index++)).join("");
  let head = format.head(call);
  for await (const { lines, storedUntil } of pages) {
    pending = [...pending, ...lines].sort(byTime);
    const settled = pending.findIndex(({ at }) => at > storedUntil - LIMITS.captionMaxAgeMs);
    const ready = settled === -1 ? pending : pending.slice(0, settled);
    pending = settled === -1 ? [] : pending.slice(settled);
    yield head + write(ready);
    head = "";
  }
  yield head + write(pending) + format.foot();
}

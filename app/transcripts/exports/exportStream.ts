/** Orders pages of lines by time without waiting for the last page. */
import { divideDuration, splitIntoCaptions } from "#contracts/captionText.ts";
import { codePointLength, LIMITS } from "#contracts/limits.ts";
import { byTime, columnText, type TranscriptColumn, type TranscriptLine } from "../transcriptLine.ts";
import { type ExportCall, type ExportFormat, type ExportLine, MIN_CUE_DURATION_MS } from "./exportFormat.ts";

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
  const content = columnText(line, column);
  const isTimed = line.kind === "speech" && line.durationMs > 0;
  const who = line.mark?.who ?? null;
  return {
    line,
    name: nameOf(line.author),
    taskOwner: who === null ? null : nameOf(who),
    content,
    startMs,
    endMs: startMs + (isTimed ? line.durationMs : Math.max(MIN_CUE_DURATION_MS, readingTimeMs(content.text))),
  };
}

/** Viewers read this many characters of subtitles in a second. A character of Chinese, Japanese or Korean is about a word. */
const CHARACTERS_PER_SECOND = 15;
const WIDE_CHARACTERS_PER_SECOND = 6;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

function readingTimeMs(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil(1000 * (wide / WIDE_CHARACTERS_PER_SECOND + (codePointLength(text) - wide) / CHARACTERS_PER_SECOND));
}

/** Length of one cue, which fits in two or three rows. */
const MAX_CUE_LENGTH = 120;

/** Splits a long line into parts that follow each other within its time. */
function cuesOf(line: ExportLine): readonly ExportLine[] {
  const { content, startMs, endMs } = line;
  if (codePointLength(content.text) <= MAX_CUE_LENGTH) return [line];
  const parts = splitIntoCaptions(content.text, content.language, MAX_CUE_LENGTH);
  return divideDuration(parts, endMs - startMs).map((time, index) => ({
    ...line,
    content: { ...content, text: parts[index] ?? "" },
    startMs: startMs + time.startMs,
    endMs: startMs + time.startMs + time.ms,
  }));
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
    lines
      .map((line) => toExportLine(line, call, call.column, names))
      .flatMap((line) => (format.splitsLines ? cuesOf(line) : [line]))
      .map((line) => format.line(line, index++))
      .join("");
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

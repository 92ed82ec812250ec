/** Writes pages of lines in the order of `orderLines` without waiting for the last page. */
import { divideDuration, splitIntoCaptions } from "#contracts/captionText.ts";
import { codePointLength, LIMITS } from "#contracts/limits.ts";
import { columnText, orderLines, type TranscriptColumn, type TranscriptLine } from "../transcriptLine.ts";
import { type ExportCall, type ExportFormat, type ExportLine, MIN_CUE_DURATION_MS } from "./exportFormat.ts";

/** Texts in the reader's UI language. */
export interface ExportTexts {
  /** Returns the name of a user, or a placeholder for an unknown one. */
  nameOf(id: string): string;
  readonly sentLater: string;
  corrected(name: string, original: string): string;
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
  { nameOf, sentLater, corrected }: ExportTexts,
): ExportLine {
  const startMs = Math.max(0, line.at - call.startedAt);
  const content = columnText(line, column);
  const isTimed = line.kind === "speech" && line.durationMs > 0;
  const who = line.mark?.who ?? null;
  const correctedBy = line.original === null ? null : nameOf(line.correctedBy ?? "");
  const notes = line.sentLater ? [sentLater] : [];
  if (line.original !== null && correctedBy !== null)
    notes.push(corrected(correctedBy, line.original.text.replace(/\s+/gu, " ")));
  return {
    line,
    name: nameOf(line.author),
    taskOwner: who === null ? null : nameOf(who),
    content,
    notes,
    correctedBy,
    confirmation: call.confirmations.get(line.id) ?? null,
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
    ...(index < parts.length - 1 && { notes: [], confirmation: null }),
    startMs: startMs + time.startMs,
    endMs: startMs + time.startMs + time.ms,
  }));
}

/** Moves a line that would start before an earlier one. Players order captions by their time, not by their place. */
function startingFrom(line: ExportLine, earliestMs: number): ExportLine {
  if (line.startMs >= earliestMs) return line;
  const durationMs = Math.min(line.endMs - line.startMs, MIN_CUE_DURATION_MS);
  return { ...line, startMs: earliestMs, endMs: Math.max(line.endMs, earliestMs + durationMs) };
}

/**
 * Returns how many lines are final. Later lines may only precede those of the last turn, and none is stored later than
 * `LIMITS.captionMaxAgeMs` after it began.
 */
function countFinal(lines: readonly TranscriptLine[], storedUntil: number): number {
  const author = lines.at(-1)?.author;
  const open = lines.findLastIndex((line) => line.author !== author || line.at <= storedUntil - LIMITS.captionMaxAgeMs);
  return open + 1;
}

/** Yields the file in chunks, at most one for each page. */
export async function* exportChunks(
  format: ExportFormat,
  call: ExportCall,
  texts: ExportTexts,
  pages: AsyncIterable<ExportPage>,
): AsyncGenerator<string> {
  let pending: TranscriptLine[] = [];
  let index = 0;
  let earliestMs = 0;
  function place(line: ExportLine): ExportLine {
    if (!format.splitsLines) return line;
    const placed = startingFrom(line, earliestMs);
    earliestMs = placed.startMs;
    return placed;
  }
  const write = (lines: readonly TranscriptLine[]) =>
    lines
      .map((line) => place(toExportLine(line, call, call.column, texts)))
      .flatMap((line) => (format.splitsLines ? cuesOf(line) : [line]))
      .map((line) => format.line(line, index++))
      .join("");
  let head = format.head(call);
  for await (const { lines, storedUntil } of pages) {
    pending = orderLines([...pending, ...lines]);
    yield head + write(pending.splice(0, countFinal(pending, storedUntil)));
    head = "";
  }
  yield head + write(pending) + format.foot();
}

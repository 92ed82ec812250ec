/** A file format has a head, lines and a foot, so that a long transcript is sent while it is read. */
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import type { ColumnText, TranscriptColumn, TranscriptLine } from "../transcriptLine.ts";
import type { ExportConfirmation } from "./exportConfirmations.ts";

export const EXPORT_FORMATS = ["vtt", "srt", "md", "csv", "json"] as const;
export type ExportFormatName = (typeof EXPORT_FORMATS)[number];

export interface ExportCall {
  /** The meeting's title, or a default in the reader's UI language. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly column: TranscriptColumn;
  /** Names of the attendees in the order of entering. */
  readonly people: readonly string[];
  /** By the id of their line. */
  readonly confirmations: ReadonlyMap<string, ExportConfirmation>;
}

export interface ExportLine {
  readonly line: TranscriptLine;
  readonly name: string;
  /** Name of a task's assignee. */
  readonly taskOwner: string | null;
  readonly content: ColumnText;
  /** Name of the person whose wording the text is. Null for a line without corrections. */
  readonly correctedBy: string | null;
  /** Remarks for the reader about the text and its time. */
  readonly notes: readonly string[];
  /** Null for a line that was not put to everybody. */
  readonly confirmation: ExportConfirmation | null;
  /** Milliseconds since the start of the call. */
  readonly startMs: number;
  readonly endMs: number;
}

export interface ExportFormat {
  readonly type: string;
  /** Whether a player shows the lines by their times, and a long line in parts. */
  readonly splitsLines?: boolean;
  head(call: ExportCall): string;
  /** `index` from 0. */
  line(line: ExportLine, index: number): string;
  foot(): string;
}

/** The least duration of chat messages, and of captions without a known duration. */
export const MIN_CUE_DURATION_MS = 4_000;

const pad = (value: number, digits: number) => String(value).padStart(digits, "0");

/** Returns `01:02:03.045`. `separator` precedes the milliseconds. */
export function timecode(milliseconds: number, separator: "." | ","): string {
  const at = Math.max(0, Math.round(milliseconds));
  return `${clockTime(at)}${separator}${pad(at % 1000, 3)}`;
}

/** Returns `01:02:03`. */
export function clockTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
}

/** Removes blank lines, which would end the cue. */
export const withoutBlankLines = (text: string): string =>
  text
    .split(/[\r\n\u2028\u2029]+/u)
    .filter((line) => line.trim() !== "")
    .join("\n");

const STRONG = /[\p{L}]/u;
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Players take a line's direction from its first letter. If that letter has the other direction, adds a direction mark. */
export function withDirectionMark(text: string, language: Language): string {
  const { dir } = LANGUAGES[language];
  return text
    .split("\n")
    .map((line) => {
      const letter = STRONG.exec(line)?.[0];
      if (letter === undefined || RTL.test(letter) === (dir === "rtl")) return line;
      return `${dir === "rtl" ? "\u200F" : "\u200E"}${line}`;
    })
    .join("\n");
}

/** Returns a name for every file system, without path separators or characters that hide the extension. */
export function exportFileName(
  title: string,
  startedAt: number,
  column: TranscriptColumn,
  format: ExportFormatName,
): string {
  const name = title
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .replace(/[\\/:*?"<>|%]+/gu, "-")
    .replace(/^[\s.~-]+|[\s.]+$/gu, "");
  const short = [...name].slice(0, 80).join("").trim() || "transcript";
  const day = new Date(startedAt).toISOString().slice(0, 10);
  return `${short} ${day}${column === "original" ? "" : ` ${column}`}.${format}`;
}

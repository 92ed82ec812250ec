/** How a transcript becomes a file: a head, each line, a foot, so that a long one can be sent while it is read. */
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import type { Column, TranscriptLine, Worded } from "../core/line.ts";

export const FORMATS = ["vtt", "srt", "md", "csv", "json"] as const;
export type FormatName = (typeof FORMATS)[number];

export interface CallFacts {
  /** What the call is called, in the words of whoever asks. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly column: Column;
  /** Of those who were there, in the order of coming. */
  readonly people: readonly string[];
}

export interface ExportLine {
  readonly line: TranscriptLine;
  readonly name: string;
  /** Whose a task is. */
  readonly who: string | null;
  readonly words: Worded;
  /** Since the call began, milliseconds. */
  readonly start: number;
  readonly end: number;
}

export interface Format {
  readonly type: string;
  head(call: CallFacts): string;
  /** `index` from 0. */
  line(line: ExportLine, index: number): string;
  foot(): string;
}

/** How long the words of one who wrote, or of whom nobody knows it, are shown: milliseconds. */
export const WRITTEN_FOR = 4_000;

const pad = (value: number, digits: number) => String(value).padStart(digits, "0");

/** `01:02:03.045`; `mark` stands before the milliseconds. */
export function timecode(milliseconds: number, mark: "." | ","): string {
  const at = Math.max(0, Math.round(milliseconds));
  return `${clock(at)}${mark}${pad(at % 1000, 3)}`;
}

/** `01:02:03`. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
}

/** A blank line would end the cue. */
export const withoutBlankLines = (text: string): string =>
  text
    .split(/[\r\n\u2028\u2029]+/u)
    .filter((line) => line.trim() !== "")
    .join("\n");

const STRONG = /[\p{L}]/u;
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Players take a line's direction from its first letter: where that is of the other kind, a mark says which it is. */
export function directed(text: string, language: Language): string {
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

/** Beginnings of a cell that a spreadsheet would carry out. */
const FORMULA = /^[=+\-@\t\r]/u;

/** A cell as it must be written: never a formula, quoted where it must be. */
export function cell(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]|^\s|\s$/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A name that every file system takes, without what would lead elsewhere or hide its ending. */
export function fileName(title: string, startedAt: number, column: Column, format: FormatName): string {
  const name = title
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .replace(/[\\/:*?"<>|%]+/gu, "-")
    .replace(/^[\s.~-]+|[\s.]+$/gu, "");
  const short = [...name].slice(0, 80).join("").trim() || "transcript";
  const day = new Date(startedAt).toISOString().slice(0, 10);
  return `${short} ${day}${column === "original" ? "" : ` ${column}`}.${format}`;
}

/** The header that saves the answer under this name, in whichever script. */
export function disposition(name: string): string {
  const plain = name.replace(/[^ -~]/gu, "_").replace(/["\\%]/gu, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A line as a transcript has it, and in which words it is shown. */
import type { SharedFile } from "#contracts/files.ts";
import { isLanguage, type Language } from "#contracts/languages.ts";
import type { Line, Mark } from "#contracts/lines.ts";

export interface TranscriptLine {
  readonly id: string;
  readonly seq: number;
  readonly changed: number;
  readonly kind: Line["kind"];
  /** User id. */
  readonly author: string;
  /** When it was said or written: milliseconds since the epoch, by the server's clock. */
  readonly at: number;
  /** How long it took to say, milliseconds; 0 of what was written. */
  readonly durationMs: number;
  readonly language: Language;
  readonly text: string;
  readonly revision: number;
  readonly edited: boolean;
  /** User ids. */
  readonly typedBy: string | null;
  readonly correctedBy: string | null;
  readonly mark: Mark | null;
  readonly file: SharedFile | null;
  readonly translations: Readonly<Partial<Record<Language, string>>>;
}

/** `null`: it was deleted. */
export function toTranscriptLine(line: Line): TranscriptLine | null {
  if (line.deleted) return null;
  const translations: Partial<Record<Language, string>> = {};
  for (const { language, text } of line.translations) if (text !== null) translations[language] = text;
  return {
    id: line.id,
    seq: line.seq,
    changed: line.changed,
    kind: line.kind,
    author: line.author,
    at: Date.parse(line.spoken_at ?? line.created_at),
    durationMs: line.spoken_ms ?? 0,
    language: line.language,
    text: line.text,
    revision: line.revision,
    edited: line.edited,
    typedBy: line.typed_by,
    correctedBy: line.corrected_by,
    mark: line.mark,
    file: line.file,
    translations,
  };
}

/** Its words are not those that were said, or that their author wrote. Who has edited their own message has not corrected it. */
export const isCorrectedByOther = ({ kind, edited, author, correctedBy }: TranscriptLine): boolean =>
  edited && (kind === "speech" || (correctedBy !== null && correctedBy !== author));

/** There are earlier words to read. */
export const hasRevisions = ({ kind, edited, correctedBy }: TranscriptLine): boolean =>
  edited && (kind === "speech" || correctedBy !== null);

/** What is said in a breath before a message was sent stands before it. */
export const byTime = (first: TranscriptLine, second: TranscriptLine): number =>
  first.at - second.at || first.seq - second.seq;

/** What a column shows: every line as it was said, or all in one language. */
export type TranscriptColumn = Language | "original";

interface LocalizedText {
  readonly text: string;
  readonly language: Language;
}

/** `missing`: into what is wanted there is no translation, these are the words as they were said. */
export type ColumnText = LocalizedText &
  ({ readonly state: "original" | "translated" } | { readonly state: "missing"; readonly wanted: Language });

export function columnText({ language, text, translations }: TranscriptLine, column: TranscriptColumn): ColumnText {
  if (column === "original" || column === language) return { text, language, state: "original" };
  const translated = translations[column];
  if (translated === undefined) return { text, language, state: "missing", wanted: column };
  return { text: translated, language: column, state: "translated" };
}

/** Those that can be chosen: what is read first, then what was spoken, then what else there is. */
export function availableLanguages(lines: readonly TranscriptLine[], readLanguages: readonly Language[]): Language[] {
  const found = new Set(readLanguages);
  for (const { language } of lines) found.add(language);
  for (const { translations } of lines)
    for (const language of Object.keys(translations)) if (isLanguage(language)) found.add(language);
  return [...found];
}

/** Longer silences than this are shown: milliseconds. */
export const MIN_SILENCE_MS = 60_000;

/** How long it was silent before `line`, where that is worth saying: milliseconds. `before`: when the last words ended. */
export function silenceBefore(previousEnd: number | null, line: TranscriptLine): number | null {
  const gap = previousEnd === null ? 0 : line.at - previousEnd;
  return gap > MIN_SILENCE_MS ? gap : null;
}

/** Index of the first line at or after a time of day; of one that the call does not have, the end that is nearer. */
export function lineIndexAtTimeOfDay(
  lines: readonly TranscriptLine[],
  seconds: number,
  secondsOfDay: (at: number) => number,
): number {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return -1;
  const DAY_SECONDS = 86_400;
  const after = (((seconds - secondsOfDay(first.at)) % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  const length = (last.at - first.at) / 1000;
  if (after > length) return after - length < DAY_SECONDS - after ? lines.length - 1 : 0;
  return lines.findIndex(({ at }) => Math.floor((at - first.at) / 1000) >= after);
}

/** A line of a transcript, and its text in a column. */
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
  /** Start of speaking, or time of sending: milliseconds since the epoch by the server's clock. */
  readonly at: number;
  /** Duration of speaking; 0 for chat messages. */
  readonly durationMs: number;
  /** The line was sent much later than it was spoken, so others had spoken before they could read it. */
  readonly sentLater: boolean;
  readonly language: Language;
  readonly text: string;
  readonly revision: number;
  readonly edited: boolean;
  /** User ids. */
  readonly typedBy: string | null;
  readonly correctedBy: string | null;
  /** The first wording of a corrected line. */
  readonly original: LocalizedText | null;
  /** Open proposals for another wording. */
  readonly proposals: number;
  readonly mark: Mark | null;
  readonly file: SharedFile | null;
  readonly translations: Readonly<Partial<Record<Language, string>>>;
}

/** A caption that is stored later than this after its last word is marked. */
export const SENT_LATER_MS = 15_000;

/** Returns the start of speaking, or the time of sending. */
export const spokenAt = ({ spoken_at, created_at }: Pick<Line, "spoken_at" | "created_at">): number =>
  Date.parse(spoken_at ?? created_at);

export const isSentLater = (line: Pick<Line, "spoken_at" | "spoken_ms" | "created_at">): boolean =>
  Date.parse(line.created_at) - spokenAt(line) - (line.spoken_ms ?? 0) > SENT_LATER_MS;

/** Returns null for a deleted line. */
export function toTranscriptLine(line: Line): TranscriptLine | null {
  if (line.deleted) return null;
  const translations: Partial<Record<Language, string>> = {};
  for (const { language, text } of line.translations) if (text !== null) translations[language] = text;
  const at = spokenAt(line);
  return {
    id: line.id,
    seq: line.seq,
    changed: line.changed,
    kind: line.kind,
    author: line.author,
    at,
    durationMs: line.spoken_ms ?? 0,
    sentLater: isSentLater(line),
    language: line.language,
    text: line.text,
    revision: line.revision,
    edited: line.edited,
    typedBy: line.typed_by,
    correctedBy: line.corrected_by,
    original: line.original,
    proposals: line.proposals,
    mark: line.mark,
    file: line.file,
    translations,
  };
}

/** Returns true if the text is not the spoken or the author's own. An author's edit of a message is no correction. */
export const isCorrectedByOther = ({ kind, edited, author, correctedBy }: TranscriptLine): boolean =>
  edited && (kind === "speech" || (correctedBy !== null && correctedBy !== author));

/** Returns true if the history has earlier texts. */
export const hasRevisions = ({ kind, edited, correctedBy }: TranscriptLine): boolean =>
  edited && (kind === "speech" || correctedBy !== null);

export const bySeq = (first: TranscriptLine, second: TranscriptLine): number => first.seq - second.seq;

/**
 * Returns the lines by `seq`, which the server assigns. Only consecutive lines of one person are ordered by their own
 * times. So no line can be placed before a line of another person that was sent earlier.
 */
export function orderLines(lines: Iterable<TranscriptLine>): TranscriptLine[] {
  const turns: TranscriptLine[][] = [];
  for (const line of [...lines].sort(bySeq)) {
    const turn = turns.at(-1);
    if (turn?.[0]?.author === line.author) turn.push(line);
    else turns.push([line]);
  }
  return turns.flatMap((turn) => turn.sort((first, second) => first.at - second.at || bySeq(first, second)));
}

/** Returns whether the user may change the text. Others propose a text for a message. */
export const isCorrectableBy = ({ kind, author }: TranscriptLine, user: string | null): boolean =>
  kind === "speech" || author === user;

/** A column shows the originals, or all lines in one language. */
export type TranscriptColumn = Language | "original";

interface LocalizedText {
  readonly text: string;
  readonly language: Language;
}

/**
 * `missing`: the original, because there is no translation into `wanted`. `readable`: the original, because it is short and
 * more likely in the language of the column.
 */
export type ColumnText = LocalizedText &
  (
    | { readonly state: "original" | "translated" | "readable" }
    | { readonly state: "missing"; readonly wanted: Language }
  );

export function columnText({ language, text, translations }: TranscriptLine, column: TranscriptColumn): ColumnText {
  if (column === "original" || column === language) return { text, language, state: "original" };
  const translated = translations[column];
  if (translated === undefined) return { text, language, state: "missing", wanted: column };
  return { text: translated, language: column, state: "translated" };
}

/** Returns the languages to choose from: read, then spoken, then other translations. */
export function availableLanguages(lines: readonly TranscriptLine[], readLanguages: readonly Language[]): Language[] {
  const found = new Set(readLanguages);
  for (const { language } of lines) found.add(language);
  for (const { translations } of lines)
    for (const language of Object.keys(translations)) if (isLanguage(language)) found.add(language);
  return [...found];
}

/** Longer silences are shown. */
export const MIN_SILENCE_MS = 60_000;

/** Returns the milliseconds of a long silence before `line`, else null. */
export function silenceBefore(previousEnd: number | null, line: TranscriptLine): number | null {
  const gap = previousEnd === null ? 0 : line.at - previousEnd;
  return gap > MIN_SILENCE_MS ? gap : null;
}

/** Returns whether the line continues the row of the line before: the same person, the same kind, without a silence. */
export const continuesLine = (previous: TranscriptLine | undefined, line: TranscriptLine): boolean =>
  previous !== undefined &&
  previous.author === line.author &&
  previous.kind === line.kind &&
  silenceBefore(previous.at + previous.durationMs, line) === null;

/** Returns the index of the first line at or after a number of seconds from the start of the call, or the last index. */
export function lineIndexAtTime(lines: readonly TranscriptLine[], startedAt: number, seconds: number): number {
  const index = lines.findIndex(({ at }) => Math.floor((at - startedAt) / 1000) >= seconds);
  return index === -1 ? lines.length - 1 : index;
}

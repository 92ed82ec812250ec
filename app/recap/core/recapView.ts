/** Data that the route loads for the recap of a call. */
import type { CallConfirmations } from "#contracts/confirmations.ts";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { ReaderLocale } from "~/lib/dates.ts";
import type { TranscriptColumn, TranscriptLine } from "~/transcripts/transcriptLine.ts";
import type { CallPageHeaderView, TranscriptPerson } from "~/transcripts/transcriptView.ts";
import type { MentionedLinks, RecapFile, TalkTimes } from "./recap.ts";
import type { SummaryState } from "./summary.ts";

export interface RecapAttendee extends Omit<TranscriptPerson, "number"> {
  /** The id of the picture. Null: the initials are shown. */
  readonly avatar: string | null;
  readonly speaks: Language;
  readonly reads: Language;
  /** Milliseconds since the epoch. */
  readonly joinedAt: number;
  /** Null: still in the call. */
  readonly leftAt: number | null;
  readonly seconds: number;
  /** Chat messages by this person. */
  readonly messages: number;
}

/** `complete` is false if the call has more than one page of these lines. */
export interface RecapView extends CallPageHeaderView {
  readonly people: readonly TranscriptPerson[];
  /** In the order of entering. */
  readonly attendance: readonly RecapAttendee[];
  readonly talk: TalkTimes;
  /** The part of the call with captions: milliseconds since the epoch. */
  readonly captioned: { readonly from: number; readonly until: number } | null;
  /** Ordered by time. */
  readonly marked: { readonly lines: readonly TranscriptLine[]; readonly complete: boolean };
  /** The first page. Null: it could not be read, and the page tries again. */
  readonly confirmations: CallConfirmations | null;
  /** The language that the reader writes. */
  readonly writes: Language;
  /** The reader's day: `2026-12-01`. */
  readonly today: string;
  readonly files: { readonly all: readonly RecapFile[]; readonly complete: boolean };
  readonly links: MentionedLinks;
  /** Lines of the whole call. */
  readonly lineCount: number;
  /** Languages to choose from, the reader's own first. */
  readonly languages: readonly Language[];
  readonly column: TranscriptColumn;
  readonly summary: Pick<SummaryState, "read" | "language" | "configured">;
  readonly pairs: LanguagePairs;
  readonly reader: ReaderLocale;
}

/** What the recap of a call shows; made by its route. */
import type { Language } from "#contracts/languages.ts";
import type { TranscriptColumn, TranscriptLine } from "~/transcripts/transcriptLine.ts";
import type { CallPageHeaderView, ReaderLocale, TranscriptPerson } from "~/transcripts/transcriptView.ts";
import type { MentionedLink, RecapFile, TalkTimes } from "./recap.ts";
import type { SummaryState } from "./summary.ts";

export interface RecapAttendee extends TranscriptPerson {
  readonly speaks: Language;
  readonly reads: Language;
  /** Milliseconds since the epoch; `leftAt` null: still there. */
  readonly joinedAt: number;
  readonly leftAt: number | null;
  readonly seconds: number;
  /** That they wrote. */
  readonly messages: number;
}

export interface RecapView extends CallPageHeaderView {
  readonly people: readonly TranscriptPerson[];
  /** In the order of coming. */
  readonly attendance: readonly RecapAttendee[];
  readonly talk: TalkTimes;
  /** In time. `whole`: these are all. */
  readonly marked: { readonly lines: readonly TranscriptLine[]; readonly whole: boolean };
  readonly files: { readonly all: readonly RecapFile[]; readonly whole: boolean };
  readonly links: { readonly all: readonly MentionedLink[]; readonly whole: boolean };
  /** Lines that the call has. */
  readonly lines: number;
  /** In which it can be read, the reader's own first. */
  readonly languages: readonly Language[];
  readonly column: TranscriptColumn;
  readonly summary: Pick<SummaryState, "read" | "language" | "configured">;
  readonly reader: ReaderLocale;
}

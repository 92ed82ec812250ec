/** What the screens of transcripts show; made by the routes. */
import type { Language } from "#contracts/languages.ts";
import type { InitialLines } from "./core/transcript.ts";
import type { TranscriptColumn, TranscriptLine } from "./transcriptLine.ts";

/** How a reader writes times. `tag`: BCP 47. `certain`: they chose this time zone; else the page knows better. */
export interface ReaderLocale {
  readonly languageTag: string;
  readonly timeZone: string;
  readonly timeZoneChosen: boolean;
}

/** One who is or was in the meeting. `number`: order of coming, gives the colour. */
export interface TranscriptPerson {
  readonly id: string;
  readonly number: number;
  readonly name: string;
}

export interface TranscriptColumns {
  readonly left: TranscriptColumn;
  readonly right: TranscriptColumn | "none";
}

export interface TranscriptView {
  readonly meetingId: string;
  readonly callId: string;
  readonly title: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Null while somebody is in it. */
  readonly endedAt: number | null;
  /** Those who were in this call, in the order of coming. */
  readonly present: readonly TranscriptPerson[];
  /** Everybody who ever took part in the meeting. */
  readonly people: readonly TranscriptPerson[];
  /** Read by those who were there, the most read first; and by who reads it now. */
  readonly read: readonly Language[];
  /** Lines that the call has. */
  readonly total: number;
  readonly first: InitialLines;
  readonly columns: TranscriptColumns;
  readonly reader: ReaderLocale;
}

/** What stands above all that is shown of one call. */
export type CallPageHeaderView = Pick<
  TranscriptView,
  "meetingId" | "callId" | "title" | "startedAt" | "endedAt" | "present"
>;

export interface MeetingCallView {
  readonly id: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export interface MeetingCallsView {
  readonly meetingId: string;
  readonly title: string | null;
  /** The newest first. */
  readonly calls: readonly MeetingCallView[];
  readonly reader: ReaderLocale;
}

export type { TranscriptColumn as Column, TranscriptLine };

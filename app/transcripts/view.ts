/** What the screens of transcripts show; made by the routes. */
import type { Language } from "#contracts/languages.ts";
import type { Column, TranscriptLine } from "./core/line.ts";
import type { FirstLines } from "./core/transcript.ts";

/** How a reader writes times. `tag`: BCP 47. `certain`: they chose this time zone; else the page knows better. */
export interface Reader {
  readonly tag: string;
  readonly timeZone: string;
  readonly certain: boolean;
}

/** One who is or was in the meeting. `number`: order of coming, gives the colour. */
export interface PersonView {
  readonly id: string;
  readonly number: number;
  readonly name: string;
}

export interface Columns {
  readonly left: Column;
  readonly right: Column | "none";
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
  readonly present: readonly PersonView[];
  /** Everybody who ever took part in the meeting. */
  readonly people: readonly PersonView[];
  /** Read by those who were there, the most read first; and by who reads it now. */
  readonly read: readonly Language[];
  /** Lines that the call has. */
  readonly total: number;
  readonly first: FirstLines;
  readonly columns: Columns;
  readonly reader: Reader;
}

/** What stands above all that is shown of one call. */
export type CallHeadView = Pick<TranscriptView, "meetingId" | "callId" | "title" | "startedAt" | "endedAt" | "present">;

export interface CallView {
  readonly id: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export interface MeetingCallsView {
  readonly meetingId: string;
  readonly title: string | null;
  /** The newest first. */
  readonly calls: readonly CallView[];
  readonly reader: Reader;
}

export type { Column, TranscriptLine };

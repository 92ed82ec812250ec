/** Data that the routes load for the screens of transcripts. */
import type { Result } from "#contracts/errors.ts";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { DateFormatter, ReaderLocale } from "~/lib/dates.ts";
import type { MeetingNameView } from "~/lib/meetingTitle.ts";
import type { InitialLines } from "./core/transcript.ts";
import type { LineEditing } from "./lineEditing.ts";
import type { TranscriptColumn } from "./transcriptLine.ts";

export interface TranscriptPerson {
  readonly id: string;
  /** Order of entering the meeting. */
  readonly number: number;
  readonly colour: number;
  readonly name: string;
}

/** Which part of the call the reader sees. */
export interface CallReadingView {
  readonly whole: boolean;
  /** The host shared the whole call with everyone who attended it. */
  readonly shared: boolean;
  readonly mayShare: boolean;
}

export interface TranscriptColumns {
  readonly left: TranscriptColumn;
  readonly right: TranscriptColumn | "none";
}

export interface TranscriptView extends MeetingNameView {
  readonly meetingId: string;
  readonly callId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Null during the call. */
  readonly endedAt: number | null;
  /** When the call is deleted. Null during the call. */
  readonly keptUntil: number | null;
  readonly reading: CallReadingView;
  /** Participants of this call, in the order of entering. */
  readonly attendees: readonly TranscriptPerson[];
  /** Attendees, and those to whom a task was given. */
  readonly people: readonly TranscriptPerson[];
  /** Languages that the attendees read, the most frequent first, then the reader's. */
  readonly readLanguages: readonly Language[];
  /** Lines of the whole call. */
  readonly lineCount: number;
  readonly initialLines: InitialLines;
  readonly columns: TranscriptColumns;
  readonly pairs: LanguagePairs;
  readonly reader: ReaderLocale;
}

/** The header of every page about one call. */
export type CallPageHeaderView = Pick<
  TranscriptView,
  "meetingId" | "callId" | "title" | "hostName" | "startedAt" | "endedAt" | "keptUntil" | "reading" | "attendees"
>;

export type NamedPerson = Omit<TranscriptPerson, "id">;

export interface MeetingCallView {
  readonly id: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly minutes: number;
  readonly decisions: number;
  readonly tasks: number;
  readonly openTasks: number;
  /** Some of the people; `peopleCount` counts all. */
  readonly people: readonly NamedPerson[];
  readonly peopleCount: number;
  /** The first sentence of the recap. */
  readonly summary: { readonly text: string; readonly language: Language } | null;
}

export interface MeetingPageView extends MeetingNameView {
  readonly meetingId: string;
  /** The path of the pre-join page. Null for a meeting that has ended. */
  readonly path: string | null;
  readonly inside: number;
  /** Some of the people; `peopleCount` counts all. */
  readonly people: readonly NamedPerson[];
  readonly peopleCount: number;
  /** The newest first. */
  readonly calls: readonly MeetingCallView[];
  /** The glossary of its workspace, for members. */
  readonly glossary: { readonly workspace: string; readonly path: string; readonly terms: number } | null;
  readonly reader: ReaderLocale;
}

/** Dependencies of the tools on a line. A stable object, so that memoized rows do not re-render. */
export interface LineEditingContext {
  /** The user's id. Authors change and delete their own lines. */
  readonly me: string | null;
  readonly editing: LineEditing;
  readonly times: DateFormatter;
  /** Possible assignees of a task. */
  readonly people: readonly TranscriptPerson[];
  personOf(id: string): TranscriptPerson | undefined;
  /** Puts a decision or task to everybody, and opens their answers. */
  askEverybody?(lineId: string): Promise<Result<null>>;
  /** Whether corrections may be proposed as glossary terms. Default: true. */
  hasGlossary?(): boolean;
}

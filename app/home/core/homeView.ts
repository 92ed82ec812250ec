/** View models of the home screen, made by the routes from rpc results. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { BoardCard } from "~/board/boardView.ts";
import type { FormattedDate, ReaderLocale } from "~/lib/dates.ts";
import type { MeetingNameView } from "~/lib/meetingTitle.ts";
import type { UpcomingView } from "~/planning/upcomingView.ts";
import type { AccountView } from "~/shell/accountView.ts";

export interface AvatarPerson {
  readonly number: number;
  readonly colour: number;
  readonly name: string;
  /** The id of the picture. Null: the initials are shown. */
  readonly avatar: string | null;
}

/**
 * A language with its native name. It comes with the data, because the list of all languages is larger than the page.
 */
export interface LanguageView {
  readonly code: Language;
  readonly name: string;
  readonly dir: "ltr" | "rtl";
}

/** The last call of a meeting. */
export interface LastCallView {
  readonly id: string;
  readonly minutes: number;
  readonly decisions: number;
  readonly tasks: number;
}

export interface MeetingView extends MeetingNameView {
  readonly id: string;
  /** With dashes: `k3f9-2mxa-7qpd`. */
  readonly code: string;
  /** ISO time of the last call, or of the creation if there was none. */
  readonly at: string;
  /** Whether somebody has been in it. */
  readonly met: boolean;
  /** Whether its code no longer works. */
  readonly ended: boolean;
  readonly inside: number;
  readonly faces: readonly AvatarPerson[];
  /** Number of people besides the faces. */
  readonly more: number;
  readonly languages: readonly LanguageView[];
  /** Null if there was none, or if the user may not read it. */
  readonly lastCall: LastCallView | null;
}

/** A meeting with at least one participant in the call. */
export interface LiveMeetingView
  extends Pick<MeetingView, "id" | "code" | "title" | "hostName" | "inside" | "languages"> {
  /** Minutes since the start of the call. */
  readonly minutes: number;
  /** The people inside; empty if they could not be read. */
  readonly faces: readonly AvatarPerson[];
}

/** A decision, or a task that is not done. */
export interface OutcomeView {
  readonly lineId: string;
  readonly kind: "decision" | "task";
  /** Whether it is the user's task. */
  readonly mine: boolean;
  /** The name of the task's assignee. */
  readonly who: string | null;
  readonly text: string;
  readonly language: LanguageView;
  /** The language of the original, if the text is a translation. */
  readonly from: Language | null;
  readonly meeting: MeetingNameView & { readonly at: string };
  /** The path of the line in the transcript. */
  readonly path: string;
}

/** A decision or task that was put to everybody in a call of the user. */
export interface ConfirmationView extends Pick<OutcomeView, "lineId" | "kind" | "text" | "language" | "from"> {
  readonly meeting: MeetingNameView;
  /** The user has not answered yet. */
  readonly waits: boolean;
  readonly understood: number;
  readonly asked: number;
  /** Questions and other readings. */
  readonly open: number;
  /** The path of its answers. */
  readonly path: string;
}

export interface HomeView {
  readonly person: AccountView;
  readonly live: readonly LiveMeetingView[];
  readonly upcoming: UpcomingView;
  /** Meetings that nobody has been in yet, newest first. */
  readonly ready: readonly MeetingView[];
  /** Meetings with a call, newest first. */
  readonly past: readonly MeetingView[];
  /** Newest first. */
  readonly outcomes: readonly OutcomeView[];
  /** The user's files with new comments. */
  readonly commented: readonly BoardCard[];
  /** Those that wait for the user first. */
  readonly confirmations: readonly ConfirmationView[];
  /** Error of reading the meetings. */
  readonly error: ErrorCode | null;
  readonly reader: ReaderLocale;
  /** Dates by ISO time, formatted by the server for this reader. */
  readonly formattedDates: Readonly<Record<string, FormattedDate>>;
  /** Null if the user has not chosen languages yet. */
  readonly speaks: Language | null;
  readonly reads: Language | null;
}

/** Whether the user has no meeting yet. */
export const isNewUser = ({ live, upcoming, ready, past, error }: HomeView): boolean =>
  error === null && upcoming.next === null && live.length + upcoming.meetings.length + ready.length + past.length === 0;

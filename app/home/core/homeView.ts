/** View models of the home screen, made by the routes from rpc results. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { FormattedDate, ReaderLocale } from "~/lib/dates.ts";
import type { AccountView } from "~/shell/accountView.ts";

export interface AvatarPerson {
  readonly number: number;
  readonly name: string;
}

/**
 * A language with its native name. It comes with the data, because the list of all languages is larger than the page.
 */
export interface LanguageView {
  readonly code: Language;
  readonly name: string;
  readonly dir: "ltr" | "rtl";
}

export interface MeetingView {
  readonly id: string;
  /** With dashes: `k3f9-2mxa-7qpd`. */
  readonly code: string;
  readonly title: string | null;
  /** ISO time of the last call, or of the creation if there was none. */
  readonly at: string;
  readonly met: boolean;
  /** Whether its code no longer works. */
  readonly ended: boolean;
  readonly inside: number;
  readonly faces: readonly AvatarPerson[];
  /** Number of people besides the faces. */
  readonly more: number;
  readonly languages: readonly LanguageView[];
}

/** A meeting with at least one participant in the call. */
export interface LiveMeetingView extends Pick<MeetingView, "code" | "title" | "at" | "inside" | "languages"> {
  /** The people inside; empty if they could not be read. */
  readonly faces: readonly AvatarPerson[];
}

export interface HomeView {
  readonly person: AccountView;
  readonly live: LiveMeetingView | null;
  /** Newest first. */
  readonly meetings: readonly MeetingView[];
  /** Error of reading the meetings. */
  readonly error: ErrorCode | null;
  readonly reader: ReaderLocale;
  /** Dates by ISO time, formatted by the server for this reader. */
  readonly formattedDates: Readonly<Record<string, FormattedDate>>;
  /** Whether the user has not chosen languages yet. */
  readonly languagesUnset: boolean;
}

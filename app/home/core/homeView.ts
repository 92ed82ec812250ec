/** What the screens of a workspace show; made by the routes from rpc results. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { FormattedDate, ReaderLocale } from "~/lib/dates.ts";
import type { AccountView } from "~/shell/accountView.ts";

export interface AvatarPerson {
  readonly number: number;
  readonly name: string;
}

/** By its own name. It comes with the data: the list of all languages weighs more than the page. */
export interface LanguageView {
  readonly code: Language;
  readonly name: string;
  readonly dir: "ltr" | "rtl";
}

export interface MeetingView {
  readonly id: string;
  /** Shown with dashes: `k3f9-2mxa-7qpd`. */
  readonly code: string;
  readonly title: string | null;
  /** ISO time of the last call; of its making, when there was none. */
  readonly at: string;
  readonly met: boolean;
  /** Its code opens no more. */
  readonly ended: boolean;
  readonly inside: number;
  readonly faces: readonly AvatarPerson[];
  /** How many there are besides the faces. */
  readonly more: number;
  readonly languages: readonly LanguageView[];
}

/** A meeting with somebody in it. */
export interface LiveMeetingView extends Pick<MeetingView, "code" | "title" | "at" | "inside" | "languages"> {
  /** Those inside; empty when they could not be read. */
  readonly faces: readonly AvatarPerson[];
}

export interface HomeView {
  readonly person: AccountView;
  readonly live: LiveMeetingView | null;
  /** Newest first. */
  readonly meetings: readonly MeetingView[];
  /** Why the meetings could not be read. */
  readonly error: ErrorCode | null;
  readonly reader: ReaderLocale;
  /** By ISO time, as the server takes the reader to write them. */
  readonly formattedDates: Readonly<Record<string, FormattedDate>>;
  /** They have not said yet what they speak and read. */
  readonly languagesUnset: boolean;
}

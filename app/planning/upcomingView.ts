/** The next planned meetings, as the home page shows them. */
import type { SeriesView } from "./calendarView.ts";

export interface UpcomingMeeting {
  readonly series: SeriesView;
  /** ISO 8601. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** The meeting in the calendar. */
  readonly path: string;
}

/** A meeting that takes place now or soon, with its entrance. */
export interface NextMeeting extends UpcomingMeeting {
  /** With hyphens. */
  readonly code: string;
  /** Minutes until it starts; 0 if it has started. */
  readonly minutes: number;
  /** The names of its invitees, without the reader's. */
  readonly names: readonly string[];
}

export interface UpcomingView {
  readonly next: NextMeeting | null;
  /** The earliest first, without the next one. */
  readonly meetings: readonly UpcomingMeeting[];
}

export const NOTHING_UPCOMING: UpcomingView = { next: null, meetings: [] };

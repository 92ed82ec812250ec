/** The content of `/calendar`. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Access } from "#contracts/meetings.ts";
import type { PlanAnswer, PlanOverride, PlanTimes } from "#contracts/planning.ts";
import type { ReaderLocale } from "~/lib/dates.ts";
import { type CalendarMode, formatDay } from "./core/calendarRange.ts";
import type { ClockNote } from "./core/clockNotes.ts";
import type { OccurrenceView } from "./core/dayLayout.ts";

export interface SeriesView {
  readonly id: string;
  readonly meetingId: string;
  readonly title: string;
  readonly language: Language;
  readonly dir: "ltr" | "rtl";
  readonly repeats: boolean;
  /** The meeting was ended. */
  readonly ended: boolean;
}

export interface InviteeView {
  readonly id: string;
  readonly userId: string | null;
  /** Null for people who may not change the plan. */
  readonly email: string | null;
  /** The name, else the address, if the reader may see it. */
  readonly name: string | null;
  readonly isReader: boolean;
  readonly colour: number;
  readonly language: Language | null;
  readonly zone: string | null;
  readonly answer: PlanAnswer;
  /** The proposed time, in milliseconds since the epoch. */
  readonly proposedAt: number | null;
}

/** One occurrence of a series, and the whole series. */
export interface DetailsView {
  readonly series: SeriesView;
  readonly workspace: string;
  readonly key: string;
  /** Null if the occurrence does not take place any more. */
  readonly occurrence: OccurrenceView | null;
  readonly sequence: number;
  readonly canChange: boolean;
  readonly cancelled: boolean;
  /** The code of the meeting, with hyphens. Null for people who are not invited. */
  readonly code: string | null;
  readonly access: Access;
  readonly organizer: string | null;
  readonly agenda: readonly string[];
  readonly times: PlanTimes;
  readonly overrides: readonly PlanOverride[];
  readonly invitees: readonly InviteeView[];
  readonly readerColour: number;
  /** Later occurrences that are at another hour for somebody. */
  readonly clockNotes: readonly ClockNote[];
}

/** A meeting that takes place now or soon. */
export interface NearView {
  readonly series: SeriesView;
  readonly occurrence: OccurrenceView;
  readonly code: string;
}

export interface CalendarView {
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly workspace: string | null;
  readonly mode: CalendarMode;
  /** The reader chose the mode. Otherwise narrow screens show an agenda. */
  readonly modeChosen: boolean;
  /** The day whose week or month is shown, as days since 1970-01-01. */
  readonly day: number;
  /** From 0 for Monday. */
  readonly firstWeekday: number;
  readonly reader: ReaderLocale;
  /** In which the reader writes. */
  readonly language: Language;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly series: readonly SeriesView[];
  readonly occurrences: readonly OccurrenceView[];
  /** Not all meetings of the time fit. */
  readonly more: boolean;
  readonly near: readonly NearView[];
  readonly details: DetailsView | null;
  /** Why the open meeting cannot be shown. */
  readonly detailsError: ErrorCode | null;
  readonly error: ErrorCode | null;
}

interface CalendarQuery {
  readonly mode?: CalendarMode | null | undefined;
  readonly day?: number | undefined;
  readonly selected?: { readonly seriesId: string; readonly key: string } | undefined;
}

/** Returns the path of the calendar with the workspace of the view. */
export function calendarPath(
  { workspace, workspaces }: Pick<CalendarView, "workspace" | "workspaces">,
  { mode, day, selected }: CalendarQuery,
): string {
  const query = new URLSearchParams();
  if (mode) query.set("view", mode);
  if (day !== undefined) query.set("date", formatDay(day));
  if (workspaces.length > 1 && workspace !== null) query.set("workspace", workspace);
  if (selected !== undefined) {
    query.set("series", selected.seriesId);
    query.set("key", selected.key);
  }
  return query.size === 0 ? "/calendar" : `/calendar?${query}`;
}

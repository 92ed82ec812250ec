import type { CSSProperties } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { Link } from "~/ui/Link.tsx";
import type { SeriesView } from "../calendarView.ts";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { type DayPart, occurrenceId } from "../core/dayLayout.ts";
import type { ChipState, MeetingMoves } from "./useMeetingMove.ts";

export interface MeetingChipProps {
  part: DayPart;
  series: SeriesView;
  formats: CalendarFormats;
  path: string;
  state: ChipState;
  /** The meeting's details are open. */
  open: boolean;
  past: boolean;
  /** Tab reaches it. */
  reachable: boolean;
  moves: MeetingMoves | null;
  /** `month`: one line. */
  shape: "month" | "week";
  /** There is no room for the time below the title. */
  short?: boolean;
  style?: CSSProperties;
}

/** A meeting in a grid: a link to its details, which Space and the pointer pick up. */
export function MeetingChip(props: MeetingChipProps) {
  const { part, series, formats, path, state, open, past, reachable, moves, shape, short = false, style } = props;
  const { occurrence, continued } = part;
  const t = useMessages();
  const time = formats.timeRange(occurrence.startsAt, occurrence.endsAt);
  const isWeek = shape === "week";
  return (
    <Link
      to={path}
      preventScrollReset
      draggable={false}
      tabIndex={reachable ? 0 : -1}
      data-meeting={occurrenceId(occurrence)}
      aria-current={open || undefined}
      aria-describedby={moves === null ? undefined : "calendar-moves"}
      style={style}
      className={cx("cal-chip", isWeek && "cal-chip-week")}
      data-past={past || series.ended || undefined}
      data-state={state}
      onKeyDown={(event) => moves?.onKeyDown(event, occurrence)}
      onPointerDown={(event) => moves?.onPointerDown(event, occurrence)}
      onClick={(event) => moves?.onClick(event)}
      onBlur={(event) => moves?.onBlur(event)}
    >
      <span className="sr-only">
        {t.rich(series.ended ? "planning.meetingEnded" : "planning.meeting", {
          title: <bdi lang={series.language}>{series.title}</bdi>,
          time,
        })}
      </span>
      {!isWeek && !continued && (
        <span aria-hidden="true" className="cal-chip-time">
          {formats.time(occurrence.startsAt)}
        </span>
      )}
      <span aria-hidden="true" lang={series.language} dir={series.dir} className="cal-chip-title">
        {series.title}
      </span>
      {isWeek && !continued && !short && (
        <span aria-hidden="true" className="cal-chip-time">
          {formats.time(occurrence.startsAt)}
        </span>
      )}
      {isWeek && moves !== null && <span data-resize="" aria-hidden="true" className="cal-chip-resize" />}
    </Link>
  );
}

import { useId } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { daysOf } from "../core/calendarRange.ts";
import { type DayPart, occurrenceId, shownHours } from "../core/dayLayout.ts";
import { minuteOfDay } from "../core/localHours.ts";
import { cssVariables } from "./cssVariables.ts";
import type { GridProps } from "./gridProps.ts";
import { MeetingChip } from "./MeetingChip.tsx";
import { type ActiveDay, useActiveDay } from "./useActiveDay.ts";

/** Shorter parts are shown with this length, so that their titles can be read. */
const MIN_SHOWN_MINUTES = 30;

/** Shorter parts show their title alone. */
const MIN_MINUTES_WITH_TIME = 60;

/** As in `calendar.css`. */
const HOUR_PIXELS = 56;
const CHIP_PADDING_PIXELS = 6;
const LINE_PIXELS = 15.6;

/** A week with hours. Arrows move between the days, Enter plans a meeting, and Tab reaches the meetings of a day. */
export function WeekGrid(props: GridProps & { now: number }) {
  const { view, range, formats, parts, today, label, now, onPlan } = props;
  const t = useMessages();
  const hint = useId();
  const active = useActiveDay(view, range, onPlan);
  const days = daysOf(range);
  const nowStart = minuteOfDay(formats.zone, now);
  const nowParts = days.includes(today) ? [{ start: nowStart, end: nowStart + 1 }] : [];
  const { first, last } = shownHours([nowParts, ...days.map((day) => parts.get(day) ?? [])]);
  const hours = Array.from({ length: last - first + 1 }, (_none, at) => first + at);
  return (
    <>
      <p id={hint} className="sr-only">
        {t("planning.keys")}
      </p>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of ARIA
        role="grid"
        aria-label={label}
        aria-describedby={hint}
        ref={active.ref}
        className="cal-week"
        style={cssVariables({ "--cal-hours": hours.length })}
      >
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t("planning.hours")}</span>
            </th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today || undefined} aria-label={formats.dayAndMonth(day)}>
                {formats.weekday(day)}
                <b>{formats.dayOfMonth(day)}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td aria-hidden="true" className="cal-week-hours">
              {hours.map((hour) => (
                <span key={hour}>{formats.clock(hour * 60)}</span>
              ))}
            </td>
            {days.map((day) => (
              <WeekDay key={day} {...props} day={day} active={active} firstHour={first} hours={hours.length} />
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
}

interface WeekDayProps extends GridProps {
  now: number;
  day: number;
  active: ActiveDay;
  firstHour: number;
  hours: number;
}

function WeekDay({ now, day, active, firstHour, hours, ...props }: WeekDayProps) {
  const { formats, parts, today, onPlan, chipOf } = props;
  const t = useMessages();
  const all = parts.get(day) ?? [];
  const nowMinute = minuteOfDay(formats.zone, now) - firstHour * 60;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of ARIA
      role="gridcell"
      tabIndex={day === active.day ? 0 : -1}
      data-day={day}
      data-minutes={hours * 60}
      aria-current={day === today ? "date" : undefined}
      className="cal-week-day"
      onFocus={() => active.onFocus(day)}
      onKeyDown={(event) => active.onKeyDown(event, day)}
      onDoubleClick={(event) => event.target === event.currentTarget && onPlan(day)}
    >
      <span className="sr-only">{t("planning.day", { day: formats.dayAndMonth(day), count: all.length })}</span>
      {all.map((part) => {
        const chip = chipOf(part);
        const short = part.end - part.start < MIN_MINUTES_WITH_TIME;
        const common = {
          reachable: day === active.day,
          shape: "week",
          short,
          style: placeOf(part, firstHour),
        } as const;
        return chip && <MeetingChip key={occurrenceId(part.occurrence)} {...chip} {...common} />;
      })}
      {day === today && nowMinute >= 0 && nowMinute < hours * 60 && (
        <span aria-hidden="true" className="cal-now" style={cssVariables({ "--cal-from": nowMinute / 60 })} />
      )}
    </td>
  );
}

/** Returns how many lines of a title fit above the time, which shorter parts have no room for. */
function titleLines(minutes: number): number {
  const pixels = (Math.max(minutes, MIN_SHOWN_MINUTES) / 60) * HOUR_PIXELS - CHIP_PADDING_PIXELS;
  return Math.max(1, Math.floor(pixels / LINE_PIXELS) - (minutes < MIN_MINUTES_WITH_TIME ? 0 : 1));
}

/** The place of a part in hours and lanes. `calendar.css` computes pixels from it. */
const placeOf = ({ start, end, lane, lanes }: DayPart, firstHour: number) =>
  cssVariables({
    "--cal-from": start / 60 - firstHour,
    "--cal-hours-long": Math.max(end - start, MIN_SHOWN_MINUTES) / 60,
    "--cal-lines": titleLines(end - start),
    "--cal-lane": lane,
    "--cal-lanes": lanes,
  });

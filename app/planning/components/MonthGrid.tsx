import { useId } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Link } from "~/ui/Link.tsx";
import { calendarPath } from "../calendarView.ts";
import { isInMonth, weeksOf } from "../core/calendarRange.ts";
import { type DayPart, occurrenceId } from "../core/dayLayout.ts";
import type { GridProps } from "./gridProps.ts";
import { MeetingChip } from "./MeetingChip.tsx";
import { type ActiveDay, useActiveDay } from "./useActiveDay.ts";

/** Meetings in a day's cell. A link leads to further ones. */
const MAX_CHIPS = 3;

/** A month of whole weeks. Arrows move between the days, Enter plans a meeting, and Tab reaches the meetings of a day. */
export function MonthGrid(props: GridProps) {
  const { view, range, formats, label, onPlan } = props;
  const t = useMessages();
  const hint = useId();
  const active = useActiveDay(view, range, onPlan);
  const weeks = weeksOf(range);
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
        className="cal-month"
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                <span aria-hidden="true">{formats.weekday(day)}</span>
                <span className="sr-only">{formats.longWeekday(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <MonthDay key={day} {...props} day={day} active={active} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function MonthDay({ day, active, ...props }: GridProps & { day: number; active: ActiveDay }) {
  const { view, formats, parts, today, onPlan, chipOf } = props;
  const t = useMessages();
  const all = parts.get(day) ?? [];
  // A meeting that is carried has the focus, so it is always shown.
  const isShown = (part: DayPart, at: number) => at < MAX_CHIPS - 1 || chipOf(part)?.state === "carried";
  const shown = all.length > MAX_CHIPS ? all.filter(isShown) : all;
  const reachable = day === active.day;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of ARIA
      role="gridcell"
      tabIndex={reachable ? 0 : -1}
      data-day={day}
      data-outside={!isInMonth(day, view.day) || undefined}
      aria-current={day === today ? "date" : undefined}
      onFocus={() => active.onFocus(day)}
      onKeyDown={(event) => active.onKeyDown(event, day)}
      onDoubleClick={(event) => event.target instanceof Element && !event.target.closest("a") && onPlan(day)}
    >
      <div className="cal-month-cell">
        <span className="sr-only">{t("planning.day", { day: formats.dayAndMonth(day), count: all.length })}</span>
        <span aria-hidden="true" className="cal-month-number">
          {formats.dayOfMonth(day)}
        </span>
        {shown.map((part) => {
          const chip = chipOf(part);
          const id = occurrenceId(part.occurrence);
          return chip && <MeetingChip key={id} {...chip} reachable={reachable} shape="month" />;
        })}
        {shown.length < all.length && (
          <Link to={calendarPath(view, { mode: "week", day })} tabIndex={reachable ? 0 : -1} className="cal-month-more">
            {t("planning.more", { count: all.length - shown.length })}
          </Link>
        )}
      </div>
    </td>
  );
}

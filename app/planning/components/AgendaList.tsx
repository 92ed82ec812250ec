import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Link } from "~/ui/Link.tsx";
import type { CalendarView, SeriesView } from "../calendarView.ts";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { type DayRange, daysOf } from "../core/calendarRange.ts";
import { type DayPart, type OccurrenceView, occurrenceId } from "../core/dayLayout.ts";

interface AgendaListProps {
  view: CalendarView;
  range: DayRange;
  formats: CalendarFormats;
  parts: ReadonlyMap<number, readonly DayPart[]>;
  today: number;
  now: number;
  seriesOf(id: string): SeriesView | undefined;
  pathOf(occurrence: OccurrenceView): string;
}

/** The days that have meetings, as a list. Each meeting is a link to its details. */
export function AgendaList({ view, range, formats, parts, today, now, seriesOf, pathOf }: AgendaListProps) {
  const t = useMessages();
  const days = daysOf(range).filter((day) => parts.has(day));
  if (days.length === 0)
    return <p className="border-t border-line py-8 text-pretty text-ink-soft">{t("planning.none")}</p>;
  return (
    <ul className="border-b border-line">
      {days.map((day) => (
        <li
          key={day}
          className="grid grid-cols-[52px_minmax(0,1fr)] gap-3 border-t border-line py-4 s:grid-cols-[96px_minmax(0,1fr)]"
        >
          <h2 className="text-14 leading-snug text-ink-soft">
            <span className="sr-only">{formats.dayAndMonth(day)}</span>
            <span aria-hidden="true">{day === today ? t("planning.today") : formats.weekday(day)}</span>
            <b
              aria-hidden="true"
              className={`block text-22 font-head tabular-nums ${day === today ? "text-accent" : "text-ink"}`}
            >
              {formats.dayOfMonth(day)}
            </b>
          </h2>
          <ul className="grid gap-1">
            {parts.get(day)?.map(({ occurrence }) => (
              <AgendaRow
                key={occurrenceId(occurrence)}
                occurrence={occurrence}
                series={seriesOf(occurrence.seriesId)}
                path={pathOf(occurrence)}
                time={formats.timeRange(occurrence.startsAt, occurrence.endsAt)}
                past={occurrence.endsAt <= now}
                open={view.details?.series.id === occurrence.seriesId && view.details.key === occurrence.key}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface AgendaRowProps {
  occurrence: OccurrenceView;
  series: SeriesView | undefined;
  path: string;
  time: string;
  past: boolean;
  open: boolean;
}

function AgendaRow({ occurrence, series, path, time, past, open }: AgendaRowProps) {
  const t = useMessages();
  if (series === undefined) return null;
  return (
    <li>
      <Link
        to={path}
        preventScrollReset
        data-meeting={occurrenceId(occurrence)}
        aria-current={open || undefined}
        data-past={past || series.ended || undefined}
        className="grid min-h-control content-center gap-x-4 rounded-m px-3 py-2 leading-snug text-ink no-underline hover:bg-hover aria-[current]:bg-accent-soft data-past:text-ink-soft s:grid-cols-[11rem_minmax(0,1fr)]"
      >
        <span className="text-14 tabular-nums s:text-16">{time}</span>
        <span>
          <strong lang={series.language} dir={series.dir} className="block font-strong text-start wrap-anywhere">
            {series.title}
          </strong>
          {series.ended && <span className="text-13 text-ink-soft">{t("planning.ended")}</span>}
        </span>
      </Link>
    </li>
  );
}

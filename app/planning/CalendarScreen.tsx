import { useMemo, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { type CalendarView, calendarPath } from "./calendarView.ts";
import { AgendaList } from "./components/AgendaList.tsx";
import { CalendarHeader } from "./components/CalendarHeader.tsx";
import { CalendarTools } from "./components/CalendarTools.tsx";
import { MonthGrid } from "./components/MonthGrid.tsx";
import { NearMeetings } from "./components/NearMeetings.tsx";
import { PlanDetails } from "./components/PlanDetails.tsx";
import { useDetailsFocus } from "./components/useDetailsFocus.ts";
import { useFreshDetails } from "./components/useFreshDetails.ts";
import { useMeetingMove } from "./components/useMeetingMove.ts";
import { useNow } from "./components/useNow.ts";
import { WeekGrid } from "./components/WeekGrid.tsx";
import { rangeOf } from "./core/calendarRange.ts";
import { type DayPart, type OccurrenceView, occurrenceId, partsByDay } from "./core/dayLayout.ts";
import type { ImportedPlan } from "./core/importedPlan.ts";
import { localDay } from "./core/localHours.ts";
import { LazyPlanDialogs, preloadPlanDialogs } from "./lazy.tsx";
import type { PlanDrafts } from "./planDrafts.ts";
import type { PlanTask } from "./planTask.ts";
import { useCalendarFormats } from "./useCalendarFormats.ts";

interface CalendarScreenProps {
  view: CalendarView;
  env: PublicEnv;
}

/** `/calendar`: a month, a week or an agenda of a workspace, beside the open meeting. */
export function CalendarScreen({ view, env }: CalendarScreenProps) {
  const { mode, modeChosen, day, firstWeekday, error, workspace, details, detailsError } = view;
  const t = useMessages();
  const formats = useCalendarFormats(view.reader);
  const now = useNow(view.now);
  const place = useDetailsFocus(details);
  const [task, setTask] = useState<PlanTask | null>(null);
  const drafts = useRef<PlanDrafts>(new Map());
  // A form keeps the state that it began with.
  useFreshDetails(details !== null && task === null);
  const range = rangeOf(mode, day, firstWeekday);
  const today = localDay(formats.zone, now);
  const byId = useMemo(() => new Map(view.series.map((series) => [series.id, series])), [view.series]);
  const { carried, moves } = useMeetingMove({
    zone: formats.zone,
    range,
    byTime: mode === "week",
    onDrop(before, after) {
      const moved = byId.get(before.seriesId);
      if (moved !== undefined) setTask({ kind: "move", before, after, title: moved.title, repeats: moved.repeats });
    },
  });
  const placed = carried ?? (task?.kind === "move" ? task : null);
  const parts = useMemo(
    () => partsByDay(withMoved(view.occurrences, placed), formats.zone),
    [view.occurrences, placed, formats.zone],
  );
  const heading = mode === "week" ? formats.days(range) : formats.month(day);
  const pathOf = ({ seriesId, key }: OccurrenceView) =>
    calendarPath(view, { mode: modeChosen ? mode : null, day, selected: { seriesId, key } });
  const plan = (planned: number, imported?: ImportedPlan) =>
    workspace !== null &&
    setTask({ kind: "create", workspace, language: view.language, day: planned, now, ...(imported && { imported }) });
  const chipOf = (part: DayPart) => {
    const { occurrence } = part;
    const series = byId.get(occurrence.seriesId);
    if (series === undefined) return null;
    const isCarried = placed !== null && occurrenceId(placed.before) === occurrenceId(occurrence);
    return {
      ...{ part, series, formats, moves },
      path: pathOf(occurrence),
      state: isCarried ? ("carried" as const) : ("idle" as const),
      open: details?.series.id === occurrence.seriesId && details.key === occurrence.key,
      past: occurrence.endsAt <= now,
    };
  };
  const grid = { view, range, formats, parts, today, label: heading, chipOf, onPlan: plan };
  const agenda = (
    <AgendaList {...{ view, range, formats, parts, today, now, pathOf }} seriesOf={(id) => byId.get(id)} />
  );
  return (
    <>
      <RequestErrorNotice />
      <CalendarHeader
        view={view}
        heading={heading}
        onPlan={() => plan(Math.max(today, day))}
        onPlanSoon={preloadPlanDialogs}
        tools={
          <CalendarTools
            {...{ env, formats }}
            language={view.language}
            canPlan={workspace !== null}
            busy={task !== null}
            onImport={(imported) => plan(day, imported)}
          />
        }
      />
      <NearMeetings near={view.near} now={now} />
      {error !== null && (
        <ErrorNotice
          code={error}
          shape="row"
          className="mb-6"
          action={
            <Link to={calendarPath(view, { mode, day })} className={buttonClass({ size: "s" })}>
              {t("action.retry")}
            </Link>
          }
        />
      )}
      {view.more && <p className="mb-4 text-14 text-ink-soft">{t("planning.tooMany")}</p>}
      <p id="calendar-moves" className="sr-only">
        {t(mode === "week" ? "planning.keys.week" : "planning.keys.month")}
      </p>
      <div className="grid items-start gap-8 min-[75rem]:has-[>aside]:grid-cols-[minmax(0,1fr)_336px]">
        <div className="min-w-0">
          {mode === "month" && <MonthGrid {...grid} />}
          {mode === "agenda" && agenda}
          {mode === "week" && (
            <>
              <div className={modeChosen ? "overflow-x-auto" : "hidden min-[48rem]:block"}>
                <WeekGrid {...grid} now={now} />
              </div>
              {!modeChosen && <div className="min-[48rem]:hidden">{agenda}</div>}
            </>
          )}
        </div>
        {(details !== null || detailsError !== null) && (
          <aside ref={place} tabIndex={-1} className="outline-none">
            {detailsError !== null && <ErrorNotice code={detailsError} shape="row" />}
            {details !== null && (
              <PlanDetails
                details={details}
                formats={formats}
                now={now}
                closePath={calendarPath(view, { mode: modeChosen ? mode : null, day })}
                actions={{
                  onChange: (open) => setTask({ kind: "change", details: open }),
                  onCancel: (open) => setTask({ kind: "cancel", details: open }),
                  onInvite: (open) => setTask({ kind: "invite", details: open }),
                  onKeep: (open, note) => setTask({ kind: "keep", details: open, note }),
                }}
              />
            )}
          </aside>
        )}
      </div>
      <p role="status" className="sr-only">
        {carried?.by === "keys" &&
          t("planning.carried", {
            day: formats.dayAndMonth(localDay(formats.zone, carried.after.startsAt)),
            time: formats.timeRange(carried.after.startsAt, carried.after.endsAt),
          })}
      </p>
      {task !== null && (
        <LazyPlanDialogs>
          {({ PlanDialogs }) => (
            <PlanDialogs {...{ task, env, formats }} drafts={drafts.current} onClose={() => setTask(null)} />
          )}
        </LazyPlanDialogs>
      )}
    </>
  );
}

/** Shows a moved meeting where the reader has put it. */
function withMoved(
  occurrences: readonly OccurrenceView[],
  moved: { before: OccurrenceView; after: OccurrenceView } | null,
): readonly OccurrenceView[] {
  if (moved === null) return occurrences;
  const id = occurrenceId(moved.before);
  return occurrences.map((occurrence) => (occurrenceId(occurrence) === id ? moved.after : occurrence));
}

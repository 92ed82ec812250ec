import ChartColumn from "lucide-react/icons/chart-column";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { InsightCards } from "./components/InsightCards.tsx";
import { KeyFigures } from "./components/KeyFigures.tsx";
import { RangeForm } from "./components/RangeForm.tsx";
import { rangeSearch } from "./core/dateRange.ts";
import type { InsightsView } from "./insightsView.ts";

/** `/insights`: the figures of a workspace's calls in a range of dates. Complete without scripts; charts load on demand. */
export function InsightsScreen({ view }: { view: InsightsView }) {
  const t = useMessages();
  const { figures, workspaces, workspace, range, error } = view;
  const search = new URLSearchParams({
    ...rangeSearch(range),
    ...(workspaces.length > 1 && workspace !== null && { workspace }),
  });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 l:mb-8">
        <div>
          <h1 className="text-28 leading-tight font-head tracking-head l:text-36">{t("nav.insights")}</h1>
          <p className="mt-2 max-w-150 text-pretty text-ink-soft">{t("insights.lede")}</p>
        </div>
        <RangeForm view={view} />
      </div>
      {error !== null && (
        <ErrorNotice
          code={error}
          shape="row"
          action={
            <Link to={`/insights?${search}`} className={buttonClass({ size: "s" })}>
              {t("action.retry")}
            </Link>
          }
        />
      )}
      {figures !== null &&
        (figures.calls === 0 ? (
          <NoMeetings hasMeetings={view.hasMeetings} />
        ) : (
          <>
            <KeyFigures figures={figures} reader={view.reader} />
            <Notes view={view} figures={figures} />
            <InsightCards
              key={search.toString()}
              figures={figures}
              range={range}
              reader={view.reader}
              prices={view.prices}
              csvPath={`/insights.csv?${search}`}
            />
          </>
        ))}
    </>
  );
}

/** Invites to the first meeting, or to other dates. */
function NoMeetings({ hasMeetings }: { hasMeetings: boolean }) {
  const t = useMessages();
  return (
    <EmptyState
      icon={<ChartColumn />}
      title={t(hasMeetings ? "insights.empty.range" : "insights.empty.title")}
      text={t(hasMeetings ? "insights.empty.rangeText" : "insights.empty.text")}
      action={
        <Link
          to={hasMeetings ? "/insights?range=year" : "/home"}
          className={buttonClass(hasMeetings ? {} : { variant: "primary" })}
        >
          {t(hasMeetings ? "insights.range.year" : "insights.empty.start")}
        </Link>
      }
    />
  );
}

/** States which calls the measures leave out. */
function Notes({ view, figures }: { view: InsightsView; figures: NonNullable<InsightsView["figures"]> }) {
  const t = useMessages();
  const waiting = figures.calls - figures.measured - figures.unkept;
  const notes = [
    ...(figures.unkept > 0 ? [t("insights.note.unkept", { count: figures.unkept })] : []),
    ...(waiting > 0 ? [t("insights.note.waiting", { count: waiting })] : []),
    ...(view.complete ? [] : [t("insights.note.incomplete", { count: figures.calls })]),
  ];
  return notes.map((note) => (
    <p key={note} className="mb-3 text-14 text-ink-soft">
      {note}
    </p>
  ));
}

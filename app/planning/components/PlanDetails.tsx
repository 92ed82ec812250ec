import X from "lucide-react/icons/x";
import { useId } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import type { DetailsView } from "../calendarView.ts";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import type { ClockNote } from "../core/clockNotes.ts";
import { localDay } from "../core/localHours.ts";
import { ruleWords } from "../core/ruleWords.ts";
import { ClockNotes } from "./ClockNotes.tsx";
import { isNear } from "./NearMeetings.tsx";
import { PlanPeople } from "./PlanPeople.tsx";

/** The actions on the open meeting. */
interface PlanActions {
  onChange(details: DetailsView): void;
  onCancel(details: DetailsView): void;
  onInvite(details: DetailsView): void;
  onKeep(details: DetailsView, note: ClockNote): void;
}

interface PlanDetailsProps {
  details: DetailsView;
  formats: CalendarFormats;
  now: number;
  /** Null: another place has the buttons. */
  actions: PlanActions | null;
  /** Where the close link leads. Null: the details stay. */
  closePath: string | null;
}

/** One occurrence: when it is for each person, who comes, and the ways into the meeting and its changes. */
export function PlanDetails({ details, formats, now, actions, closePath }: PlanDetailsProps) {
  const { series, occurrence, times, organizer, agenda, cancelled } = details;
  const t = useMessages();
  const { list } = useFormatters();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid content-start gap-6">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {times.rule !== null && <p className="text-14 text-ink-soft">{ruleWords(t, times, formats, list)}</p>}
          <h2 id={heading} className="text-22 leading-snug font-head wrap-anywhere">
            <Link to={`/meetings/${series.meetingId}`} className="rounded-s text-ink no-underline hover:underline">
              <bdi lang={series.language}>{series.title}</bdi>
            </Link>
          </h2>
          {occurrence === null || cancelled ? (
            <p className="mt-1 text-warning">{t(cancelled ? "planning.cancelled" : "planning.gone")}</p>
          ) : (
            <p className="mt-1 text-ink-soft">
              <time dateTime={new Date(occurrence.startsAt).toISOString()}>
                {t.rich("planning.when", {
                  day: formats.dayAndMonth(localDay(formats.zone, occurrence.startsAt)),
                  time: (
                    <span className="whitespace-nowrap">
                      {formats.timeRange(occurrence.startsAt, occurrence.endsAt)}
                    </span>
                  ),
                })}
              </time>
            </p>
          )}
          {organizer !== null && (
            <p className="text-14 text-ink-soft">{t.rich("planning.by", { name: <bdi>{organizer}</bdi> })}</p>
          )}
        </div>
        {closePath !== null && (
          <Link
            to={closePath}
            preventScrollReset
            aria-label={t("action.close")}
            className="-me-2 -mt-2 grid size-control flex-none place-items-center rounded-m text-ink hover:bg-hover"
          >
            <X />
          </Link>
        )}
      </div>
      {occurrence !== null && <PlanPeople details={details} occurrence={occurrence} formats={formats} />}
      {occurrence !== null && (
        <ClockNotes
          details={details}
          formats={formats}
          onKeep={actions !== null && details.canChange ? (note) => actions.onKeep(details, note) : null}
        />
      )}
      {agenda.length > 0 && (
        <div>
          <h3 className="text-14 font-strong text-ink-soft">{t("planning.agenda")}</h3>
          <ul className="mt-1 grid gap-1">
            {agenda.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none moves
              <li key={index} className="text-written">
                <bdi lang={series.language} dir={series.dir}>
                  {line}
                </bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <DetailsButtons details={details} now={now} actions={actions} />
    </section>
  );
}

function DetailsButtons({ details, now, actions }: Pick<PlanDetailsProps, "details" | "now" | "actions">) {
  const { code, series, occurrence, canChange, cancelled } = details;
  const t = useMessages();
  const enters = code !== null && !series.ended && !cancelled;
  const near = occurrence !== null && isNear(occurrence, now);
  return (
    <div className="grid gap-2">
      {enters && (
        <Link to={`/m/${code}`} className={buttonClass({ variant: "primary" })}>
          {t(near ? "planning.join" : "planning.open")}
        </Link>
      )}
      {canChange && actions !== null && occurrence !== null && (
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={() => actions.onChange(details)}>{t("planning.change")}</Button>
          <Button onClick={() => actions.onInvite(details)}>{t("planning.invite")}</Button>
          <Button variant="ghost" className="col-span-2" onClick={() => actions.onCancel(details)}>
            {t("planning.cancel")}
          </Button>
        </div>
      )}
    </div>
  );
}

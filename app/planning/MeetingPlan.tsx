import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { ReaderLocale } from "~/lib/dates.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import { calendarPath, type DetailsView } from "./calendarView.ts";
import { PlanDetails } from "./components/PlanDetails.tsx";
import { useNow } from "./components/useNow.ts";
import { localDay } from "./core/localHours.ts";
import { useCalendarFormats } from "./useCalendarFormats.ts";

interface MeetingPlanProps {
  details: DetailsView;
  reader: ReaderLocale;
  /** When the server read the plan. */
  readAt: number;
}

/** The next time of a planned meeting on its page, with the answers. The calendar changes it. */
export function MeetingPlan({ details, reader, readAt }: MeetingPlanProps) {
  const t = useMessages();
  const formats = useCalendarFormats(reader);
  const now = useNow(readAt);
  const { workspace, series, key, occurrence } = details;
  const path = calendarPath(
    { workspace, workspaces: [] },
    {
      selected: { seriesId: series.id, key },
      ...(occurrence !== null && { day: localDay(formats.zone, occurrence.startsAt) }),
    },
  );
  return (
    <div className="mb-8 grid max-w-150 gap-4 rounded-l border border-line bg-raised p-5">
      <PlanDetails details={details} formats={formats} now={now} actions={null} closePath={null} />
      <Link to={path} className={`${buttonClass({ size: "s" })} justify-self-start`}>
        {t("planning.inCalendar")}
      </Link>
    </div>
  );
}

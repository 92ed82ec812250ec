import { useMessages } from "~/i18n/I18nProvider.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import type { NearView } from "../calendarView.ts";
import { occurrenceId } from "../core/dayLayout.ts";

/** The way into a meeting shows this long before its start. */
const NEAR_MS = 10 * 60_000;

export const isNear = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }, now: number): boolean =>
  startsAt - NEAR_MS <= now && now < endsAt;

/** Meetings that take place now or in a few minutes, with the way in. */
export function NearMeetings({ near, now }: { near: readonly NearView[]; now: number }) {
  const t = useMessages();
  const shown = near.filter(({ occurrence }) => isNear(occurrence, now));
  return shown.map(({ series, occurrence, code }) => {
    const minutes = Math.ceil((occurrence.startsAt - now) / 60_000);
    return (
      <section
        key={occurrenceId(occurrence)}
        aria-label={series.title}
        className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-l bg-accent-soft px-5 py-4"
      >
        <div className="min-w-0">
          <p className="text-14 font-strong text-accent">
            {minutes > 0 ? t("planning.startsIn", { count: minutes }) : t("planning.now")}
          </p>
          <p lang={series.language} dir={series.dir} className="text-18 leading-snug font-strong wrap-anywhere">
            {series.title}
          </p>
        </div>
        <Link to={`/m/${code}`} className={buttonClass({ variant: "primary" })}>
          {t("planning.join")}
        </Link>
      </section>
    );
  });
}

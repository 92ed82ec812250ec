import { useId } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { FormattedDate } from "~/lib/dates.ts";
import { CopyMeetingLink } from "~/shell/CopyMeetingLink.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import type { NextMeeting, UpcomingMeeting } from "./upcomingView.ts";

interface UpcomingListProps {
  meetings: readonly UpcomingMeeting[];
  formattedDateOf(at: string): FormattedDate | undefined;
}

/** The next planned meetings. Renders nothing if there are none. */
export function UpcomingList({ meetings, formattedDateOf }: UpcomingListProps) {
  const t = useMessages();
  const heading = useId();
  if (meetings.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id={heading} className="text-22 leading-snug font-head tracking-head">
          {t("home.upcoming")}
        </h2>
        <Link to="/calendar" className="rounded-s text-14 text-accent underline decoration-1 underline-offset-4">
          {t("nav.calendar")}
        </Link>
      </div>
      <ul className="border-b border-line">
        {meetings.map(({ series, startsAt, endsAt, path }) => (
          <li key={path} className="flex items-start gap-x-3 border-t border-line py-3">
            <DayMark moment={formattedDateOf(startsAt)} />
            <div className="min-w-0 flex-1">
              <h3 className="leading-snug font-strong wrap-anywhere">
                <Link to={path} className="rounded-s text-ink no-underline hover:underline">
                  <bdi lang={series.language}>{series.title}</bdi>
                </Link>
              </h3>
              <p className="mt-0.5 text-14 leading-snug text-ink-soft">
                <time dateTime={startsAt}>
                  <span className="sr-only">{formattedDateOf(startsAt)?.date} </span>
                  {formattedDateOf(startsAt)?.time} – {formattedDateOf(endsAt)?.time}
                </time>
                {series.repeats && <span aria-hidden="true"> · </span>}
                {series.repeats && t("home.repeats")}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The row's text contains the same date. */
function DayMark({ moment }: { moment: FormattedDate | undefined }) {
  return (
    <span aria-hidden="true" className="w-12 pt-0.5 text-13 leading-tight text-ink-soft">
      {moment?.month}
      <b className="block text-22 leading-tight font-head tabular-nums">{moment?.day}</b>
    </span>
  );
}

/** The meeting that takes place now or within the hour, with its entrance. */
export function NextMeetingCard({
  next,
  formattedDateOf,
}: { next: NextMeeting } & Pick<UpcomingListProps, "formattedDateOf">) {
  const { series, startsAt, endsAt, code, minutes, names, path } = next;
  const t = useMessages();
  const heading = useId();
  const room = `/m/${code}`;
  return (
    <section
      data-theme="dark"
      aria-labelledby={heading}
      className="grid content-between gap-6 rounded-l border border-line bg-room p-5 text-ink [--surface:var(--room)] s:p-6 l:min-h-66 l:rounded-xl *:min-w-0"
    >
      <div>
        <p className="text-14 font-strong text-ink-soft">{t("home.next", { count: minutes })}</p>
        <h2 id={heading} className="mt-1 text-28 leading-tight font-head tracking-head text-balance wrap-anywhere">
          <Link to={path} className="rounded-s text-ink no-underline hover:underline">
            <bdi lang={series.language}>{series.title}</bdi>
          </Link>
        </h2>
        <p className="mt-1 text-ink-soft">
          <time dateTime={startsAt}>
            {formattedDateOf(startsAt)?.date}, {formattedDateOf(startsAt)?.time} – {formattedDateOf(endsAt)?.time}
          </time>
        </p>
        {names.length > 0 && (
          <p className="mt-3 leading-snug">
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
              <span key={index}>
                {index > 0 && ", "}
                <bdi>{name}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      <CopyMeetingLink path={room}>
        <Link to={room} className={buttonClass({ variant: "primary", size: "l" })}>
          {t("meetings.enter")}
        </Link>
      </CopyMeetingLink>
    </section>
  );
}

import { type ReactNode, useId } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { callFigures } from "~/lib/callFigures.ts";
import type { FormattedDate } from "~/lib/dates.ts";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { Link } from "~/ui/Link.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import type { MeetingView } from "../core/homeView.ts";
import { Faces, PeopleNames } from "./MeetingLabels.tsx";

interface MeetingListProps {
  title: string;
  meetings: readonly MeetingView[];
  formattedDateOf(at: string): FormattedDate | undefined;
}

/** A list of meetings. Renders nothing if it is empty. */
export function MeetingList({ title, meetings, formattedDateOf }: MeetingListProps) {
  const heading = useId();
  if (meetings.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 text-22 leading-snug font-head tracking-head">
        {title}
      </h2>
      <ul className="border-b border-line">
        {meetings.map((meeting) => (
          <MeetingRow key={meeting.id} meeting={meeting} moment={formattedDateOf(meeting.at)} />
        ))}
      </ul>
    </section>
  );
}

/** A row's title opens the meeting's page. A meeting that nobody has been in has no day. */
function MeetingRow({ meeting, moment }: { meeting: MeetingView; moment: FormattedDate | undefined }) {
  const { met } = meeting;
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-t border-line py-3">
      {met && (
        // The row's text contains the same date.
        <span aria-hidden="true" className="w-12 pt-0.5 text-13 leading-tight text-ink-soft">
          {moment?.month}
          <b className="block text-22 leading-tight font-head tabular-nums">{moment?.day}</b>
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h3 className="leading-snug font-strong wrap-anywhere">
          <Link to={`/meetings/${meeting.id}`} className="rounded-s text-ink no-underline hover:underline">
            <MeetingTitle {...meeting} />
          </Link>
        </h3>
        <MeetingFacts meeting={meeting} moment={moment} />
        {met && (
          <div className="mt-1 flex flex-wrap items-center gap-x-4">
            <MeetingPeople meeting={meeting} />
            <MeetingLinks meeting={meeting} />
          </div>
        )}
      </div>
      {!met && <MeetingLinks meeting={meeting} />}
    </li>
  );
}

function MeetingFacts({ meeting, moment }: { meeting: MeetingView; moment: FormattedDate | undefined }) {
  const { met, lastCall, ended } = meeting;
  const t = useMessages();
  return (
    <p className="mt-0.5 text-14 leading-snug text-ink-soft">
      {met ? (
        <time dateTime={meeting.at}>
          <span className="sr-only">{moment?.date} </span>
          {moment?.time}
        </time>
      ) : (
        t("home.notMet")
      )}
      {lastCall !== null && <Fact>{callFigures(t, lastCall)}</Fact>}
      {ended && <Fact>{t("home.ended")}</Fact>}
    </p>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true"> · </span>
      {children}
    </>
  );
}

const ROW_LINK =
  "inline-flex min-h-8 items-center rounded-s text-14 leading-snug text-accent underline decoration-1 underline-offset-4 pointer-coarse:min-h-control";

function MeetingLinks({ meeting }: { meeting: MeetingView }) {
  const { id, code, lastCall, ended } = meeting;
  const t = useMessages();
  const name = meetingTitle(t, meeting);
  return (
    <span className="ms-auto flex gap-x-4">
      {lastCall !== null && (
        <Link
          to={`/meetings/${id}/calls/${lastCall.id}/recap`}
          aria-label={t("home.recapOf", { name })}
          className={ROW_LINK}
        >
          {t("meetings.recap")}
        </Link>
      )}
      {!ended && (
        <Link to={`/m/${code}`} aria-label={t("home.enterOf", { name })} className={ROW_LINK}>
          {t("meetings.enter")}
        </Link>
      )}
    </span>
  );
}

function MeetingPeople({ meeting: { faces, more } }: { meeting: MeetingView }) {
  const format = useFormatters();
  if (faces.length === 0) return null;
  return (
    <span className="flex items-center">
      <span className="sr-only">
        <PeopleNames faces={faces} more={more} />
      </span>
      <Faces faces={faces} size="s" />
      {more > 0 && (
        <span aria-hidden="true" className="ms-1.5 text-13 text-ink-soft tabular-nums">
          +{format.number(more)}
        </span>
      )}
    </span>
  );
}

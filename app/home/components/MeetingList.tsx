import FileText from "lucide-react/icons/file-text";
import MessagesSquare from "lucide-react/icons/messages-square";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { FormattedDate } from "~/lib/dates.ts";
import { AvatarStack } from "~/ui/Avatar.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { Link } from "~/ui/Link.tsx";
import type { MeetingView } from "../core/homeView.ts";
import { LanguageList, MeetingName, PeopleNames } from "./MeetingLabels.tsx";

interface MeetingListProps {
  meetings: readonly MeetingView[];
  formattedDateOf(at: string): FormattedDate | undefined;
}

/** The user's meetings, newest first. A whole row links to the pre-join page, unless the meeting has ended. */
export function MeetingList({ meetings, formattedDateOf }: MeetingListProps) {
  const t = useMessages();
  if (meetings.length === 0)
    return <EmptyState icon={<MessagesSquare />} title={t("home.empty.title")} text={t("home.empty.text")} level={3} />;
  return (
    <ul>
      {meetings.map((meeting) => (
        <MeetingRow key={meeting.id} meeting={meeting} moment={formattedDateOf(meeting.at)} />
      ))}
    </ul>
  );
}

function MeetingRow({ meeting, moment }: { meeting: MeetingView; moment: FormattedDate | undefined }) {
  const { code, title, met, inside, languages, ended } = meeting;
  const t = useMessages();
  return (
    <li className="relative grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-3.5 l:grid-cols-[64px_minmax(0,1fr)_auto] l:gap-4">
      {/* The row's text contains the same date. */}
      <span aria-hidden="true" className="text-13 leading-tight text-ink-soft">
        {moment?.month}
        <b className="block text-22 leading-tight font-head text-ink tabular-nums">{moment?.day}</b>
      </span>
      <div className="min-w-0">
        <h3 className="leading-snug font-strong wrap-anywhere">
          {ended ? (
            <MeetingName title={title} moment={moment} />
          ) : (
            <Link
              to={`/m/${code}`}
              className="rounded-s text-ink no-underline after:absolute after:inset-0 after:content-[''] hover:underline"
            >
              <MeetingName title={title} moment={moment} />
            </Link>
          )}
        </h3>
        <p className="mt-0.5 text-14 leading-snug text-ink-soft">
          {met ? (
            <time dateTime={meeting.at}>
              <span className="sr-only">{moment?.date} </span>
              {moment?.time}
            </time>
          ) : (
            t("home.notMet")
          )}
          {languages.length > 0 && (
            <>
              <Dot />
              <LanguageList languages={languages} />
            </>
          )}
          {ended && (
            <>
              <Dot />
              {t("home.ended")}
            </>
          )}
          {title === null && !ended && (
            <>
              <Dot />
              <bdi dir="ltr" className="tabular-nums">
                {code}
              </bdi>
            </>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {met && (
            <Link
              to={`/meetings/${meeting.id}`}
              aria-label={t("home.transcriptOf", { name: title ?? moment?.date ?? code })}
              className="relative z-1 inline-flex min-h-8 items-center gap-1.5 rounded-s text-14 leading-snug text-ink-soft underline decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control"
            >
              <FileText className="size-4" />
              {t("home.transcript")}
            </Link>
          )}
          {inside > 0 && !ended && <Chip tone="success">{t("home.inside", { count: inside })}</Chip>}
        </p>
      </div>
      <MeetingPeople meeting={meeting} />
    </li>
  );
}

const Dot = () => <span aria-hidden="true"> · </span>;

function MeetingPeople({ meeting: { faces, more } }: { meeting: MeetingView }) {
  const format = useFormatters();
  if (faces.length === 0) return <span />;
  return (
    <span className="flex items-center">
      <span className="sr-only">
        <PeopleNames faces={faces} more={more} />
      </span>
      <AvatarStack people={faces} />
      {more > 0 && (
        <span aria-hidden="true" className="ms-1.5 text-13 text-ink-soft tabular-nums">
          +{format.number(more)}
        </span>
      )}
    </span>
  );
}

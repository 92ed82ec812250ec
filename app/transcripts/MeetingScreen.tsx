import MessagesSquare from "lucide-react/icons/messages-square";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { Link } from "~/ui/Link.tsx";
import { CallTimeRange } from "./components/CallTimeRange.tsx";
import type { MeetingCallsView } from "./transcriptView.ts";

/** The calls of a meeting, the newest first, with links to their transcripts and recaps. */
export function MeetingCallsScreen({ view: { meetingId, title, calls, reader } }: { view: MeetingCallsView }) {
  const t = useMessages();
  const times = useDateFormatter(reader);
  return (
    <div className="max-w-[640px]">
      {title !== null && <p className="mb-1 text-14 text-ink-soft">{t("transcript.calls")}</p>}
      <h1 className="mb-6 text-28 leading-tight font-head tracking-head text-balance wrap-anywhere">
        {title === null ? t("transcript.calls") : <bdi>{title}</bdi>}
      </h1>
      {calls.length === 0 ? (
        <EmptyState
          icon={<MessagesSquare />}
          title={t("transcript.calls.empty.title")}
          text={t("transcript.calls.empty.text")}
        />
      ) : (
        <ul>
          {calls.map(({ id, ...call }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 border-t border-line">
              <Link
                id={`call-${id}`}
                to={`/meetings/${meetingId}/calls/${id}`}
                className="flex min-h-control flex-1 items-center rounded-s py-3 text-ink no-underline hover:underline"
              >
                <CallTimeRange call={call} times={times} />
              </Link>
              <Link
                to={`/meetings/${meetingId}/calls/${id}/recap`}
                aria-describedby={`call-${id}`}
                className={buttonClass({ variant: "ghost", size: "s" })}
              >
                {t("recap.heading")}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

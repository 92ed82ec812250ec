import type { ReactNode } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { AvatarStack } from "~/ui/Avatar.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { cx } from "~/ui/cx.ts";
import { Link } from "~/ui/Link.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import { CallReading } from "./components/CallReading.tsx";
import { CallTimeRange } from "./components/CallTimeRange.tsx";
import type { CallPageHeaderView } from "./transcriptView.ts";

const CALL_VIEWS = ["recap", "transcript", "insights"] as const;

interface CallPageHeaderProps {
  view: CallPageHeaderView;
  env: PublicEnv;
  activeView: (typeof CALL_VIEWS)[number];
  times: DateFormatter;
  /** Choices and actions of the view, beside the attendees. */
  menu: ReactNode;
}

/** The call's time, title and attendees, with links to its recap, transcript and insights. */
export function CallPageHeader({ view, env, activeView, times, menu }: CallPageHeaderProps) {
  const t = useMessages();
  const path = `/meetings/${view.meetingId}/calls/${view.callId}`;
  return (
    <header className="mb-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-soft">
            <CallTimeRange call={view} times={times} />
            {view.endedAt === null && <Chip tone="success">{t("transcript.live")}</Chip>}
            {view.keptUntil !== null && (
              <span suppressHydrationWarning>
                {t("transcript.keptUntil", { day: times.date(view.keptUntil, view.endedAt ?? view.keptUntil) })}
              </span>
            )}
          </p>
          <h1 className="text-28 leading-tight font-head tracking-head text-balance wrap-anywhere min-[48rem]:text-36">
            <Link to={`/meetings/${view.meetingId}`} className="text-ink no-underline hover:underline">
              <MeetingTitle {...view} />
            </Link>
          </h1>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {view.attendees.length > 0 && (
            <p>
              <span className="sr-only">{view.attendees.map(({ name }) => name).join(", ")}</span>
              <AvatarStack people={view.attendees.slice(0, 6)} />
            </p>
          )}
          {menu}
        </div>
      </div>
      <div className="mt-2 border-b border-line print:hidden">
        <nav aria-label={t("recap.nav")} className="flex gap-6">
          {CALL_VIEWS.map((callView) => (
            <Link
              key={callView}
              to={callView === "transcript" ? path : `${path}/${callView}`}
              aria-current={callView === activeView ? "page" : undefined}
              className={cx(
                "-mb-px flex min-h-control items-center border-b-2 border-transparent text-14 leading-snug font-strong text-ink-soft no-underline transition-colors hover:text-ink",
                "aria-[current=page]:border-accent aria-[current=page]:text-ink",
              )}
            >
              {t(`${callView}.heading`)}
            </Link>
          ))}
        </nav>
      </div>
      <CallReading view={view} env={env} />
    </header>
  );
}

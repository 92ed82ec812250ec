import MessagesSquare from "lucide-react/icons/messages-square";
import type { ReactNode } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { callFigures } from "~/lib/callFigures.ts";
import type { DateFormatter } from "~/lib/dates.ts";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { CopyMeetingLink } from "~/shell/CopyMeetingLink.tsx";
import { AvatarStack } from "~/ui/Avatar.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { Link } from "~/ui/Link.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import { CallTimeRange } from "./components/CallTimeRange.tsx";
import { TranscriptText } from "./TranscriptText.tsx";
import type { MeetingCallView, MeetingPageView, NamedPerson } from "./transcriptView.ts";

interface MeetingScreenProps {
  view: MeetingPageView;
  /** The plan of the meeting, above its calls. */
  plan: ReactNode;
  /** The files, between the calls and the glossary. */
  children: ReactNode;
}

/** The page of a meeting: its people, "Enter" and the link, a card for each call, the newest first, and its glossary. */
export function MeetingScreen({ view, plan, children }: MeetingScreenProps) {
  const { meetingId, path, inside, people, peopleCount, calls, glossary, reader } = view;
  const t = useMessages();
  const times = useDateFormatter(reader);
  const enter = path !== null && (
    <Link to={path} className={buttonClass({ variant: "primary" })}>
      {t("meetings.enter")}
    </Link>
  );
  return (
    <>
      <header className="mb-8 grid gap-5 border-b border-line pb-6">
        <div>
          <p className="mb-1 flex flex-wrap items-center gap-2 text-14 text-ink-soft empty:hidden">
            {inside > 0 && <Chip tone="success">{t("meetings.inside", { count: inside })}</Chip>}
            {path === null && <Chip>{t("home.ended")}</Chip>}
          </p>
          <h1 className="text-28 leading-tight font-head tracking-head text-balance wrap-anywhere min-[48rem]:text-36">
            <MeetingTitle {...view} />
          </h1>
          <People people={people} count={peopleCount} className="mt-3" />
        </div>
        {path !== null && <CopyMeetingLink path={path}>{enter}</CopyMeetingLink>}
      </header>
      {plan}
      <h2 className="mb-4 text-22 leading-snug font-head tracking-head">{t("transcript.calls")}</h2>
      {calls.length === 0 ? (
        <EmptyState
          icon={<MessagesSquare />}
          title={t("transcript.calls.empty.title")}
          text={t("transcript.calls.empty.text")}
          level={3}
          action={enter}
        />
      ) : (
        <ul className="grid gap-4 min-[60rem]:grid-cols-2">
          {calls.map((call) => (
            <CallCard key={call.id} call={call} path={`/meetings/${meetingId}/calls/${call.id}`} times={times} />
          ))}
        </ul>
      )}
      {children}
      {glossary && <GlossarySection {...glossary} />}
    </>
  );
}

function GlossarySection({ path, terms }: NonNullable<MeetingPageView["glossary"]>) {
  const t = useMessages();
  return (
    <section aria-labelledby="glossary" className="mt-8 border-t border-line pt-6">
      <h2 id="glossary" className="mb-2 text-22 leading-snug font-head tracking-head">
        {t("nav.glossary")}
      </h2>
      <p className="mb-3 text-pretty text-ink-soft">{t("transcript.glossary", { count: terms })}</p>
      <Link to={path} className={buttonClass()}>
        {t("transcript.glossary.open")}
      </Link>
    </section>
  );
}

function CallCard({ call, path, times }: { call: MeetingCallView; path: string; times: DateFormatter }) {
  const t = useMessages();
  const { id, endedAt, people, peopleCount, summary, openTasks } = call;
  return (
    <li className="grid content-start gap-3 rounded-l border border-line bg-raised p-5">
      <div>
        <h3 id={`call-${id}`} className="leading-snug font-strong">
          <CallTimeRange call={call} times={times} />
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-soft">
          {callFigures(t, call)}
          {openTasks > 0 && <Chip tone="warning">{t("meetings.openTasks", { count: openTasks })}</Chip>}
          {endedAt === null && <Chip tone="success">{t("transcript.live")}</Chip>}
        </p>
      </div>
      {summary !== null && <TranscriptText words={summary} linked={false} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <People people={people} count={peopleCount} />
        <span className="flex gap-2">
          <Link to={path} aria-describedby={`call-${id}`} className={buttonClass({ variant: "ghost", size: "s" })}>
            {t("transcript.heading")}
          </Link>
          <Link to={`${path}/recap`} aria-describedby={`call-${id}`} className={buttonClass({ size: "s" })}>
            {t("recap.heading")}
          </Link>
        </span>
      </div>
    </li>
  );
}

function People(props: { people: readonly NamedPerson[]; count: number; className?: string }) {
  const { people, count, className = "" } = props;
  const format = useFormatters();
  if (people.length === 0) return null;
  const more = count - people.length;
  return (
    <p className={`flex items-center gap-3 ${className}`}>
      <AvatarStack people={people} />
      <span className="min-w-0 text-14 leading-snug text-ink-soft">
        {format
          .listParts(people.length, "enumeration")
          .map((part) => (typeof part === "string" ? part : <bdi key={part}>{people[part]?.name}</bdi>))}
        {more > 0 && ` +${format.number(more)}`}
      </span>
    </p>
  );
}

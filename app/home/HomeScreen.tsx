import type { ErrorCode } from "#contracts/errors.ts";
import { CommentNotices } from "~/board/CommentNotices.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { JoinFormProps } from "~/landing/JoinForm.tsx";
import type { StartFormBaseProps } from "~/landing/StartForm.tsx";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { NextMeetingCard, UpcomingList } from "~/planning/UpcomingMeetings.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { ConfirmationList } from "./components/ConfirmationList.tsx";
import { FirstSteps, TryAlone } from "./components/FirstSteps.tsx";
import { LiveMeetingCard } from "./components/LiveMeetingCard.tsx";
import { MeetingList } from "./components/MeetingList.tsx";
import { OutcomeList } from "./components/OutcomeList.tsx";
import { StartSection } from "./components/StartSection.tsx";
import { useFormattedDates } from "./components/useFormattedDates.ts";
import { type HomeView, isNewUser } from "./core/homeView.ts";

interface HomeScreenProps {
  view: HomeView;
  start: StartFormBaseProps;
  join: JoinFormProps;
  /** The line of the task that is being marked as done. */
  marking: string | null;
  /** Why the last task could not be marked. */
  markError?: ErrorCode;
}

/**
 * `/home`: the next useful action first. On a phone the order is: live meetings, start, outcomes, past meetings. Beside
 * each other they are two columns (`home.css`).
 */
export function HomeScreen({ view, start, join, marking, markError }: HomeScreenProps) {
  const { live, upcoming, ready, past, outcomes, confirmations, commented, error, reader, formattedDates } = view;
  const t = useMessages();
  const formattedDateOf = useFormattedDates(reader, formattedDates);
  const isNew = isNewUser(view);
  const next = live.length === 0 ? upcoming.next : null;
  return (
    <>
      <RequestErrorNotice />
      <CommentNotices files={commented} className="mb-10" />
      <div className="home-grid" data-state={isNew ? "new" : live.length > 0 || next !== null ? "live" : "quiet"}>
        {next !== null && (
          <div className="home-live">
            <NextMeetingCard next={next} formattedDateOf={formattedDateOf} />
          </div>
        )}
        {live.length > 0 && (
          <div className="home-live grid content-start gap-4">
            {live.map((meeting, index) => (
              <LiveMeetingCard key={meeting.id} live={meeting} isFirst={index === 0} />
            ))}
          </div>
        )}
        <StartSection view={view} start={start} join={join} isNew={isNew} />
        {isNew ? (
          <>
            <FirstSteps />
            <TryAlone />
          </>
        ) : (
          <>
            {error === null && past.length + live.length > 0 && (
              <div className="home-outcomes grid content-start gap-10">
                {confirmations.length > 0 && <ConfirmationList confirmations={confirmations} />}
                <OutcomeList
                  outcomes={outcomes}
                  formattedDateOf={formattedDateOf}
                  marking={marking}
                  error={markError}
                />
              </div>
            )}
            <div className="home-past grid content-start gap-10">
              {error !== null && (
                <ErrorNotice
                  code={error}
                  shape="row"
                  action={
                    <Link to="/home" className={buttonClass({ size: "s" })}>
                      {t("action.retry")}
                    </Link>
                  }
                />
              )}
              <UpcomingList
                meetings={
                  next === null && upcoming.next !== null ? [upcoming.next, ...upcoming.meetings] : upcoming.meetings
                }
                formattedDateOf={formattedDateOf}
              />
              <MeetingList title={t("home.ready")} meetings={ready} formattedDateOf={formattedDateOf} />
              <MeetingList title={t("home.past")} meetings={past} formattedDateOf={formattedDateOf} />
            </div>
          </>
        )}
      </div>
    </>
  );
}

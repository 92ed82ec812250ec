import ArrowRight from "lucide-react/icons/arrow-right";
import Plus from "lucide-react/icons/plus";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { JoinForm, type JoinFormProps } from "~/landing/JoinForm.tsx";
import { StartForm, type StartFormBaseProps } from "~/landing/StartForm.tsx";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { LiveMeetingCard, NoLiveMeetingCard } from "./components/LiveMeetingCard.tsx";
import { MeetingList } from "./components/MeetingList.tsx";
import { StartOptions } from "./components/StartOptions.tsx";
import { useFormattedDates } from "./components/useFormattedDates.ts";
import type { HomeView } from "./core/homeView.ts";

interface HomeScreenProps {
  view: HomeView;
  start: StartFormBaseProps;
  join: JoinFormProps;
}

/** `/home`: the live meeting, the forms to start or join one, and the user's meetings. */
export function HomeScreen({ view, start, join }: HomeScreenProps) {
  const { live, meetings, error, reader, formattedDates, languagesUnset } = view;
  const t = useMessages();
  const formattedDateOf = useFormattedDates(reader, formattedDates);
  return (
    <>
      <RequestErrorNotice />
      <h1 className="sr-only">{t("nav.home")}</h1>
      <div className="mb-10 grid items-stretch gap-6 l:mb-12 l:grid-cols-[minmax(0,1fr)_300px] l:gap-10">
        {live === null ? (
          <NoLiveMeetingCard start={start} />
        ) : (
          <LiveMeetingCard live={live} moment={formattedDateOf(live.at)} />
        )}
        <div className="grid content-center gap-5">
          {live !== null && (
            <section className="grid gap-3">
              <h2 className="text-18 leading-snug font-head">{t("home.other")}</h2>
              <StartForm {...start} icon={<Plus />}>
                <StartOptions values={start.values} />
              </StartForm>
            </section>
          )}
          <section className="grid gap-3">
            <h2 className="text-18 leading-snug font-head">{t("home.join")}</h2>
            <JoinForm {...join} />
          </section>
        </div>
      </div>
      {languagesUnset && <SetLanguagesPrompt />}
      <section aria-labelledby="meetings">
        <h2 id="meetings" className="mb-3 text-18 leading-snug font-head">
          {t("home.meetings")}
        </h2>
        {error === null ? (
          <MeetingList meetings={meetings} formattedDateOf={formattedDateOf} />
        ) : (
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
      </section>
    </>
  );
}

function SetLanguagesPrompt() {
  const t = useMessages();
  return (
    <p className="mb-10 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-l bg-accent-soft px-4 py-3 l:mb-12">
      <span className="min-w-0 flex-1 basis-60 text-pretty">{t("home.unsaid")}</span>
      <Link to="/settings/languages" className={buttonClass({ size: "s" })}>
        {t("home.say")}
        <ArrowRight className="size-4 rtl:-scale-x-100" />
      </Link>
    </p>
  );
}

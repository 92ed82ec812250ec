import { Link } from "@remix-run/react";
import ArrowRight from "lucide-react/icons/arrow-right";
import Plus from "lucide-react/icons/plus";
import { useMessages } from "~/i18n/index.tsx";
import { JoinForm, type JoinProps, StartForm, type StartProps } from "~/meetings/landing.ts";
import { RefusedNotice } from "~/platform/RefusedNotice.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { useMoments } from "../useMoments.ts";
import type { HomeView } from "../view.ts";
import { LiveCard, QuietCard } from "./LiveCard.tsx";
import { MeetingList } from "./MeetingList.tsx";
import { StartOptions } from "./StartOptions.tsx";

interface HomeProps {
  view: HomeView;
  start: StartProps;
  join: JoinProps;
}

/** `/home`: the room that is open now, the ways into one, and the meetings one was in. */
export function Home({ view, start, join }: HomeProps) {
  const { live, meetings, error, reader, moments, unsaid } = view;
  const t = useMessages();
  const momentOf = useMoments(reader, moments);
  return (
    <>
      <RefusedNotice />
      <h1 className="sr-only">{t("nav.home")}</h1>
      <div className="mb-10 grid items-stretch gap-6 l:mb-12 l:grid-cols-[minmax(0,1fr)_300px] l:gap-10">
        {live === null ? <QuietCard start={start} /> : <LiveCard live={live} moment={momentOf(live.at)} />}
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
      {unsaid && <SayLanguages />}
      <section aria-labelledby="meetings">
        <h2 id="meetings" className="mb-3 text-18 leading-snug font-head">
          {t("home.meetings")}
        </h2>
        {error === null ? (
          <MeetingList meetings={meetings} momentOf={momentOf} />
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

function SayLanguages() {
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

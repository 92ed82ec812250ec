import { useId } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { CopyMeetingLink } from "~/shell/CopyMeetingLink.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import type { LiveMeetingView } from "../core/homeView.ts";
import { Faces, LanguageList, PeopleNames } from "./MeetingLabels.tsx";

/** A live meeting. "Enter" of the first has the accent. */
export function LiveMeetingCard({ live, isFirst }: { live: LiveMeetingView; isFirst: boolean }) {
  const { id, code, title, hostName, inside, minutes, faces, languages } = live;
  const t = useMessages();
  const heading = useId();
  const path = `/m/${code}`;
  return (
    <section
      data-theme="dark"
      aria-labelledby={heading}
      className="grid content-between gap-6 rounded-l border border-line bg-room p-5 text-ink [--surface:var(--room)] s:p-6 l:min-h-66 l:rounded-xl *:min-w-0"
    >
      <div>
        <p className="flex items-center gap-2 text-14 font-strong text-accent">
          <span aria-hidden="true" className="size-2 flex-none animate-breathe rounded-full bg-accent" />
          {t("home.live", { count: minutes })}
        </p>
        <h2 id={heading} className="mt-1 text-28 leading-tight font-head tracking-head text-balance wrap-anywhere">
          <Link to={`/meetings/${id}`} className="rounded-s text-ink no-underline hover:underline">
            <MeetingTitle title={title} hostName={hostName} />
          </Link>
        </h2>
      </div>
      <div className="flex items-center gap-3 l:gap-4">
        {faces.length > 0 && <Faces faces={faces} size="l" />}
        <p className="min-w-0 leading-snug">
          <span className="block">
            {faces.length > 0
              ? t.rich("home.insideNames", { count: inside, names: <PeopleNames faces={faces} more={0} /> })
              : t("home.inside", { count: inside })}
          </span>
          <span className="block text-14 text-ink-soft">
            <LanguageList languages={languages} />
          </span>
        </p>
      </div>
      <CopyMeetingLink path={path}>
        <Link to={path} className={buttonClass({ variant: isFirst ? "primary" : "plain", size: "l" })}>
          {t("meetings.enter")}
        </Link>
      </CopyMeetingLink>
    </section>
  );
}

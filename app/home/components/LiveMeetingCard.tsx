import LinkIcon from "lucide-react/icons/link";
import { type ReactNode, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { StartForm, type StartFormBaseProps } from "~/landing/StartForm.tsx";
import type { FormattedDate } from "~/lib/dates.ts";
import { showShellToast } from "~/shell/lazy.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { AvatarPerson, LiveMeetingView } from "../core/homeView.ts";
import { LanguageList, MeetingName, PeopleNames } from "./MeetingLabels.tsx";
import { StartOptions } from "./StartOptions.tsx";

/** The dark card at the top of home. */
function HomeCard({ children }: { children: ReactNode }) {
  return (
    <section
      data-theme="dark"
      aria-labelledby="now"
      className="grid min-h-66 content-between gap-6 rounded-l border border-line bg-room p-5 text-ink [--surface:var(--room)] s:p-8 l:rounded-xl *:min-w-0"
    >
      {children}
    </section>
  );
}

/** The live meeting. */
export function LiveMeetingCard({ live, moment: date }: { live: LiveMeetingView; moment: FormattedDate | undefined }) {
  const { code, title, inside, faces, languages } = live;
  const t = useMessages();
  return (
    <HomeCard>
      <div>
        <p className="flex items-center gap-2 text-ink-soft">
          <span aria-hidden="true" className="size-2 flex-none animate-breathe rounded-full bg-success" />
          {t("home.live", { count: inside })}
        </p>
        <h2
          id="now"
          className="mt-1 text-28 leading-tight font-head tracking-head text-balance wrap-anywhere l:text-36"
        >
          <MeetingName title={title} moment={date} />
        </h2>
      </div>
      <div className="flex items-center gap-3 l:gap-4">
        {faces.length > 0 && <ParticipantAvatars faces={faces} />}
        <p className="min-w-0 leading-snug">
          {faces.length > 0 && (
            <span className="block">
              {t.rich("home.insideNames", { count: inside, names: <PeopleNames faces={faces} more={0} /> })}
            </span>
          )}
          <span className="block text-14 text-ink-soft">
            <LanguageList languages={languages} />
          </span>
        </p>
      </div>
      <CardActions code={code} />
    </HomeCard>
  );
}

function ParticipantAvatars({ faces }: { faces: readonly AvatarPerson[] }) {
  return (
    <span className="flex">
      {faces.map(({ number, name }) => (
        <Avatar key={number} number={number} name={name} size="l" className="-ms-1.5 ring-2 ring-surface first:ms-0" />
      ))}
    </span>
  );
}

function CardActions({ code }: { code: string }) {
  const t = useMessages();
  const [manualCopyLink, setManualCopyLink] = useState<string | null>(null);
  const path = `/m/${code}`;
  const copy = async () => {
    const link = new URL(path, location.origin).href;
    try {
      await navigator.clipboard.writeText(link);
      setManualCopyLink(null);
      showShellToast(t("home.linkCopied"));
    } catch {
      setManualCopyLink(link);
    }
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2 *:flex-1 *:px-2.5! s:*:flex-none s:*:px-4!">
        <Link to={path} className={buttonClass({ variant: "primary" })}>
          {t("home.enter")}
        </Link>
        <Button variant="ghost" onClick={() => void copy()}>
          <LinkIcon />
          {t("home.copyLink")}
        </Button>
      </div>
      {manualCopyLink !== null && (
        <Field label={t("home.link")} labelHidden hint={t("home.linkNotCopied")}>
          {(control) => (
            <TextInput
              {...control}
              readOnly
              dir="ltr"
              value={manualCopyLink}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      )}
    </div>
  );
}

/** Shown without a live meeting: the form to start one. */
export function NoLiveMeetingCard({ start }: { start: StartFormBaseProps }) {
  const t = useMessages();
  return (
    <HomeCard>
      <div>
        <h2 id="now" className="text-28 leading-tight font-head tracking-head text-balance l:text-36">
          {t("home.quiet.title")}
        </h2>
        <p className="mt-3 max-w-[34em] text-pretty text-ink-soft">{t("home.quiet.text")}</p>
      </div>
      <div className="grid max-w-105 gap-3">
        <StartForm {...start} variant="primary">
          <StartOptions values={start.values} />
        </StartForm>
      </div>
    </HomeCard>
  );
}

import { Form } from "@remix-run/react";
import CalendarIcon from "lucide-react/icons/calendar";
import Languages from "lucide-react/icons/languages";
import Plus from "lucide-react/icons/plus";
import { LIMITS } from "#contracts/limits.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { JoinForm, type JoinFormProps } from "~/landing/JoinForm.tsx";
import type { StartFormBaseProps } from "~/landing/StartForm.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import type { HomeView } from "../core/homeView.ts";
import { StartOptions } from "./StartOptions.tsx";

/** The id of the form that starts a meeting, so that other buttons can submit it. */
export const START_FORM = "start-meeting";

interface StartSectionProps {
  view: HomeView;
  start: StartFormBaseProps;
  join: JoinFormProps;
  isNew: boolean;
}

/** The form that starts a meeting, the field for a code, and the languages. Has the accent unless a meeting is live. */
export function StartSection({ view: { speaks, reads, live }, start, join, isNew }: StartSectionProps) {
  const { id, busy, error, values } = start;
  const t = useMessages();
  const format = useFormatters();
  const startText = t(busy ? "landing.starting" : "landing.start");
  return (
    <section className="home-start grid content-start" aria-labelledby="start">
      <h1
        id="start"
        className="sr-only leading-tight font-head tracking-head text-balance min-[48rem]:not-sr-only min-[48rem]:text-48"
      >
        {t(isNew ? "home.startFirst" : "landing.start")}
      </h1>
      <p className="order-1 mt-1 max-w-[34em] text-14 text-pretty text-ink-soft min-[48rem]:order-0 min-[48rem]:mt-2 min-[48rem]:text-18">
        {speaks === null ? t("home.lede") : t("home.ledeSpeaks", { language: format.languageName(speaks) })}
      </p>
      <Form id={START_FORM} method="post" className="grid gap-1 min-[48rem]:mt-5">
        <input type="hidden" name="intent" value="start" />
        <input type="hidden" name="id" value={id} />
        <div className="start-bar">
          <input
            name="title"
            aria-label={t("home.titleField")}
            placeholder={t("home.titlePlaceholder")}
            defaultValue={values?.title}
            maxLength={LIMITS.title.max}
            autoComplete="off"
            className="start-title"
          />
          <Button
            type="submit"
            busy={busy}
            aria-label={startText}
            size="l"
            variant={live.length === 0 ? "primary" : "plain"}
            className="start-button"
          >
            {!busy && <Plus className="min-[48rem]:hidden" />}
            <span aria-hidden="true" className="min-[48rem]:hidden">
              {startText}
            </span>
            <span aria-hidden="true" className="hidden min-[48rem]:inline">
              {busy ? startText : t("home.start")}
            </span>
          </Button>
        </div>
        <StartOptions values={values} />
      </Form>
      {error && <ErrorNotice code={error} shape="row" className="mt-2" />}
      <div className="order-2 mt-4 flex flex-wrap items-start gap-x-4 gap-y-2">
        <section aria-label={t("home.join")} className="max-w-full flex-1 basis-64 min-[48rem]:max-w-72">
          <JoinForm {...join} />
        </section>
        <Link to="/calendar" className={`${buttonClass({ variant: "ghost" })} text-14! max-s:-ms-4`}>
          <CalendarIcon className="size-4.5" />
          {t("home.plan")}
        </Link>
        <Link to="/settings/languages" className={`${buttonClass({ variant: "ghost" })} text-14! max-s:-ms-4`}>
          <Languages className="size-4.5" />
          {speaks === null || reads === null
            ? t("home.say")
            : speaks === reads
              ? t("home.speaksAndReads", { language: format.languageName(speaks) })
              : t("home.speaksReads", { speaks: format.languageName(speaks), reads: format.languageName(reads) })}
        </Link>
      </div>
    </section>
  );
}

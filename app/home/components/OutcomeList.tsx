import { Form } from "@remix-run/react";
import Check from "lucide-react/icons/check";
import type { ErrorCode } from "#contracts/errors.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { FormattedDate } from "~/lib/dates.ts";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import type { OutcomeView } from "../core/homeView.ts";

interface OutcomeListProps {
  outcomes: readonly OutcomeView[];
  formattedDateOf(at: string): FormattedDate | undefined;
  /** The line of the task that is being marked as done. */
  marking: string | null;
  /** Why the last task could not be marked. */
  error: ErrorCode | undefined;
}

/** The newest decisions and open tasks. */
export function OutcomeList({ outcomes, formattedDateOf, marking, error }: OutcomeListProps) {
  const t = useMessages();
  return (
    <section aria-labelledby="outcomes">
      <h2 id="outcomes" className="mb-3 text-22 leading-snug font-head tracking-head">
        {t("home.outcomes")}
      </h2>
      {error && <ErrorNotice code={error} shape="row" className="mb-3" />}
      {outcomes.length === 0 ? (
        <p className="border-t border-line pt-4 text-pretty text-ink-soft">{t("home.outcomes.none")}</p>
      ) : (
        <ul className="border-b border-line">
          {outcomes.map((outcome) => (
            <Outcome
              key={outcome.lineId}
              outcome={outcome}
              date={formattedDateOf(outcome.meeting.at)?.date}
              busy={marking === outcome.lineId}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Outcome({ outcome, date, busy }: { outcome: OutcomeView; date: string | undefined; busy: boolean }) {
  const { lineId, kind, mine, who, text, language, from, meeting, path } = outcome;
  const t = useMessages();
  const format = useFormatters();
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] gap-3 border-t border-line py-4">
      <span
        className={cx(
          "mt-1 grid size-5 place-items-center border-2",
          kind === "decision" ? "rounded-full border-success text-success" : "rounded-[5px] border-accent",
        )}
      >
        {kind === "decision" && <Check className="size-3" />}
        <span className="sr-only">{t(`home.${kind}`)}</span>
      </span>
      <div className="min-w-0">
        <p lang={language.code} dir={language.dir} className="text-pretty wrap-anywhere">
          {text}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-14 leading-snug text-ink-soft">
          {mine ? <span>{t("home.yours")}</span> : who !== null && <bdi>{who}</bdi>}
          <Link
            to={path}
            className="inline-flex items-center rounded-s text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control"
          >
            <span>
              <MeetingTitle {...meeting} />
              {date !== undefined && t("meetings.and") + date}
            </span>
          </Link>
          {from !== null && <span>{t("home.from", { language: format.languageName(from) })}</span>}
        </p>
        {mine && (
          <Form method="post" className="mt-2">
            <input type="hidden" name="intent" value="done" />
            <input type="hidden" name="line" value={lineId} />
            <Button type="submit" size="s" busy={busy} className="pointer-coarse:min-h-control">
              {!busy && <Check className="size-4" />}
              {t("home.markDone")}
            </Button>
          </Form>
        )}
      </div>
    </li>
  );
}

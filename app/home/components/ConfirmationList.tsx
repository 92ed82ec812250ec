import CircleCheck from "lucide-react/icons/circle-check";
import CircleHelp from "lucide-react/icons/circle-help";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { Link } from "~/ui/Link.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import type { ConfirmationView } from "../core/homeView.ts";

/** Decisions and tasks that were put to everybody in the user's calls. Those that wait for the user come first. */
export function ConfirmationList({ confirmations }: { confirmations: readonly ConfirmationView[] }) {
  const t = useMessages();
  return (
    <section aria-labelledby="confirmations">
      <h2 id="confirmations" className="mb-3 text-22 leading-snug font-head tracking-head">
        {t("home.confirmations")}
      </h2>
      <ul className="border-b border-line">
        {confirmations.map((confirmation) => (
          <ConfirmationItem key={confirmation.lineId} confirmation={confirmation} />
        ))}
      </ul>
    </section>
  );
}

function ConfirmationItem({ confirmation }: { confirmation: ConfirmationView }) {
  const { text, language, from, meeting, waits, understood, asked, open, path } = confirmation;
  const t = useMessages();
  const format = useFormatters();
  const confirmed = understood === asked;
  const Icon = confirmed ? CircleCheck : CircleHelp;
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] gap-3 border-t border-line py-4">
      <Icon className={cx("mt-0.5 size-5", confirmed ? "text-success" : "text-warning")} />
      <div className="min-w-0">
        <p lang={language.code} dir={language.dir} className="text-pretty wrap-anywhere">
          {text}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-14 leading-snug text-ink-soft">
          {waits && <span className="font-strong text-warning">{t("home.confirmations.waits")}</span>}
          <span>
            {t("home.confirmations.count", { understood: format.number(understood), asked: format.number(asked) })}
          </span>
          {open > 0 && <span>{t("home.confirmations.questions", { count: open })}</span>}
          <Link
            to={path}
            className="inline-flex items-center rounded-s text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control"
          >
            <MeetingTitle {...meeting} />
          </Link>
          {from !== null && <span>{t("home.from", { language: format.languageName(from) })}</span>}
        </p>
        {waits && (
          <Link to={path} className={cx(buttonClass({ size: "s" }), "mt-2 pointer-coarse:min-h-control")}>
            {t("home.confirmations.answer")}
          </Link>
        )}
      </div>
    </li>
  );
}

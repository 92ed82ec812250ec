import { useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { ConfirmSection } from "~/settings/ConfirmSection.tsx";
import { showShellToast } from "~/shell/lazy.tsx";
import { buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { NotMeQuestion } from "./components/NotMeQuestion.tsx";
import { SessionRow } from "./components/SessionRow.tsx";
import { questionPath, SECURITY_PATH, type SecurityResult, type SecurityView } from "./core/sessionView.ts";

interface SecurityScreenProps {
  view: SecurityView;
  result: SecurityResult | null;
  email: string | null;
  /** The company that manages the account. Null: none. */
  company: string | null;
  format: DateFormatter;
}

/** `/settings/security`: the devices on which the reader is signed in. */
export function SecurityScreen({ view, result, email, company, format }: SecurityScreenProps) {
  const { current, others, more, error, question } = view;
  const t = useMessages();
  const failure = result?.kind === "failed" && result.intent !== "password" ? result : null;
  // The row of a listed device shows its own failure.
  const problem = failure && !others.some(({ id }) => id === failure.id) ? failure.code : error;
  return (
    <section aria-labelledby="devices" className="grid gap-4">
      <DoneNotice {...{ result, email, company }} />
      <div>
        <h2 id="devices" className="text-22 leading-snug font-head">
          {t("security.title")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t("security.text")}</p>
      </div>
      <RequestErrorNotice />
      {problem !== null && <ErrorNotice code={problem} shape="row" />}
      {error === null ? (
        <ul className="grid divide-y divide-line border-y border-line">
          {current && <SessionRow session={current} isCurrent {...{ view, result, format }} />}
          {others.map((session) => (
            <SessionRow key={session.id} session={session} isCurrent={false} {...{ view, result, format }} />
          ))}
        </ul>
      ) : (
        question?.kind === "not-me" && <NotMeQuestion id={question.id} name={t("security.unknownDevice")} />
      )}
      {more && <p className="text-pretty text-ink-soft">{t("security.more")}</p>}
      {error === null && others.length === 0 ? (
        <p className="text-ink-soft">{t("security.none")}</p>
      ) : question?.kind === "others" ? (
        <ConfirmSection
          title={t("security.others.title")}
          text={t("security.others.text")}
          press={t("security.others")}
          cancel={t("security.cancel")}
          intent="others"
          actionPath={SECURITY_PATH}
          cancelPath={SECURITY_PATH}
          error={null}
        />
      ) : (
        <Link
          to={questionPath({ kind: "others" })}
          preventScrollReset
          className={cx(buttonClass(), "justify-self-start")}
        >
          {t("security.others")}
        </Link>
      )}
      <p className="text-13 text-pretty text-ink-soft">{t("security.accuracy")}</p>
    </section>
  );
}

/** Shows what a form did. After "This was not me" it shows the next steps. */
function DoneNotice({ result, email, company }: Pick<SecurityScreenProps, "result" | "email" | "company">) {
  const t = useMessages();
  const steps = useRef<HTMLElement>(null);
  // The section of the password has its own notice.
  const intent = result?.kind === "done" && result.intent !== "password" ? result.intent : null;
  const toast = intent === "end" || intent === "others" ? t(`security.done.${intent}`) : null;
  useEffect(() => {
    if (toast !== null) showShellToast(toast);
    if (intent === "not-me") steps.current?.focus();
  }, [toast, intent]);
  if (intent === null) return null;
  const strong = (text: string | null) => <bdi className="font-strong text-ink">{text}</bdi>;
  if (toast !== null) return <p className="rounded-m bg-success-soft px-4 py-3 text-success">{toast}</p>;
  return (
    <section
      ref={steps}
      tabIndex={-1}
      aria-labelledby="after"
      className="grid gap-3 rounded-l border border-line bg-raised p-4 outline-none"
    >
      <h2 id="after" className="leading-snug font-strong text-balance">
        {t(company === null ? "security.after.title" : "security.after.managedTitle")}
      </h2>
      <ol className="grid list-decimal gap-2 ps-5 text-pretty text-ink-soft wrap-anywhere">
        <li>
          {company === null
            ? t.rich("security.after.mailbox", { email: strong(email) })
            : t.rich("security.after.managed", { company: strong(company) })}
        </li>
        <li>{t("security.after.workspace")}</li>
        <li>{t("security.after.tell")}</li>
      </ol>
    </section>
  );
}

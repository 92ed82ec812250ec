import { Form } from "@remix-run/react";
import Check from "lucide-react/icons/check";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleHelp from "lucide-react/icons/circle-help";
import X from "lucide-react/icons/x";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { Link } from "~/ui/Link.tsx";
import { Logo } from "~/ui/Logo.tsx";
import { type AnswerError, type AnswerPageView, type AnswerPlan, REPLIES, type Reply } from "./answerPageView.ts";
import { EmailsForm } from "./components/EmailsForm.tsx";
import { ProposalForm } from "./components/ProposalForm.tsx";

interface AnswerScreenProps {
  view: AnswerPageView;
  busy: boolean;
  error: AnswerError | null;
}

/** `/answer/:token`: the plan, and the answers at the thumb. A button sends them, because mail scanners follow links. */
export function AnswerScreen({ view, busy, error }: AnswerScreenProps) {
  const { language, dir, languageName, texts, emails } = view;
  const plan = error === "refused" ? null : view.plan;
  return (
    <div lang={language} dir={dir} className="mx-auto flex min-h-dvh max-w-[36rem] flex-col">
      <header className="flex items-center justify-between px-5 py-4">
        <Logo />
        <span className="text-14 text-ink-soft">{languageName}</span>
      </header>
      <main className="flex flex-1 flex-col">
        {plan === null ? (
          <div className="grid gap-2 px-5 py-8">
            <h1 className="text-22 leading-snug font-head">{texts.refused}</h1>
            <p className="text-pretty text-ink-soft">{texts.refusedText}</p>
          </div>
        ) : (
          <>
            <Plan view={view} plan={plan} />
            <div className="sticky bottom-0 grid gap-3 border-t border-line bg-raised px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] min-[40rem]:rounded-l min-[40rem]:border">
              <ReplyForm view={view} plan={plan} busy={busy} error={error} />
            </div>
            {plan.closed === null && <ProposalForm texts={texts} plan={plan} busy={busy} />}
          </>
        )}
      </main>
      {plan !== null && <EmailsForm texts={texts} on={emails} busy={busy} />}
    </div>
  );
}

const LABEL = "text-14 font-strong text-ink-soft";

function Plan({ view: { texts }, plan }: { view: AnswerPageView; plan: AnswerPlan }) {
  const { title, inviter, workspace, agenda, dates, zoneNote } = plan;
  return (
    <div className="grid flex-1 content-start gap-6 px-5 py-4 min-[40rem]:flex-none min-[40rem]:pb-8">
      <div className="grid gap-1">
        <p className="text-14 leading-snug text-ink-soft">
          <bdi>{inviter}</bdi>
          <br />
          <bdi>{workspace}</bdi>
        </p>
        <h1
          lang={title.language}
          dir={title.dir}
          className="text-28 leading-tight font-head tracking-head text-balance wrap-anywhere"
        >
          {title.text}
        </h1>
      </div>
      {dates.length > 0 && (
        <section className="grid gap-1.5">
          <h2 className={LABEL}>{texts.next}</h2>
          <ol className="grid gap-1">
            {dates.map(({ at, text }, index) => (
              <li key={at} className={cx(index === 0 && "text-18 leading-snug font-strong")}>
                <time dateTime={at}>{text}</time>
              </li>
            ))}
          </ol>
          <p className="text-13 text-ink-soft">{zoneNote}</p>
        </section>
      )}
      {agenda.length > 0 && (
        <section className="grid gap-1.5">
          <h2 className={LABEL}>{texts.agenda}</h2>
          <ul className="grid gap-1">
            {agenda.map(({ text, language, dir }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none moves
              <li key={index} lang={language} dir={dir} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const ICONS: Readonly<Record<Reply, typeof Check>> = { yes: Check, maybe: CircleHelp, no: X };

function ReplyForm({ view: { texts }, plan, busy, error }: AnswerScreenProps & { plan: AnswerPlan }) {
  const { answer, chosen, enter, proposed } = plan;
  const closed = error === "over" ? "over" : plan.closed;
  if (closed !== null)
    return (
      <div>
        <p className="font-strong">{texts[closed]}</p>
        <p className="text-14 text-ink-soft">{texts.closed}</p>
      </div>
    );
  return (
    <>
      <Form method="post" className="grid gap-3">
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-strong">{texts.question}</legend>
          {chosen !== null && (
            <p id="chosen" className="text-14 leading-snug text-ink-soft">
              {texts.confirm}
            </p>
          )}
          {error !== null && (
            <p role="alert" className="text-14 leading-snug text-danger">
              {texts[error]}
            </p>
          )}
          <div className="grid grid-cols-3 gap-2">
            {REPLIES.map((reply) => {
              const Icon = ICONS[reply];
              return (
                <Button
                  key={reply}
                  type="submit"
                  name="answer"
                  value={reply}
                  busy={busy}
                  aria-pressed={answer === reply}
                  {...(chosen === reply && { variant: "primary", "aria-describedby": "chosen" })}
                  className={cx(
                    "min-h-13! px-2! whitespace-normal!",
                    answer === reply && chosen === null && "border-accent! bg-accent-soft!",
                  )}
                >
                  {!busy && <Icon className="size-5 flex-none" />}
                  {texts[reply]}
                </Button>
              );
            })}
          </div>
        </fieldset>
      </Form>
      {answer !== "none" && (
        <div role="status" className="grid gap-1 text-14">
          <p className="flex items-center gap-2 font-strong text-success">
            <CircleCheck className="size-5 flex-none" />
            {texts.stored}
          </p>
          {proposed !== null && (
            <p className="text-ink-soft">
              {proposed} {texts.replaces}
            </p>
          )}
        </div>
      )}
      {enter !== null && answer !== "no" && (
        <Link to={enter} className={buttonClass({ variant: "primary" })}>
          {texts.open}
        </Link>
      )}
    </>
  );
}

import { Form } from "@remix-run/react";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import type { AuthenticatorApp } from "~/lib/secondFactor.ts";
import { ConfirmSection } from "~/settings/ConfirmSection.tsx";
import { DateText } from "~/settings/DateText.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { NewApp } from "./components/NewApp.tsx";
import { ProblemNotice } from "./components/ProblemNotice.tsx";
import { NewRecoveryCodes, RecoveryCodes } from "./components/RecoveryCodes.tsx";
import { type FactorsResult, type FactorsView, factorsAction, factorsPath } from "./core/factorView.ts";
import { useProblemText } from "./useProblemText.ts";

interface FactorSectionProps {
  view: FactorsView;
  result: FactorsResult | null;
  format: DateFormatter;
}

/** The second factors of the reader, on `/settings/security`. */
export function FactorSection({ view, result, format }: FactorSectionProps) {
  const { state, adds } = view;
  const t = useMessages();
  const isNew = result?.kind === "new";
  const apps = state?.apps ?? [];
  const done = result?.kind === "done" ? result : null;
  return (
    <section aria-labelledby="factors" className="grid gap-4">
      <div>
        <h2 id="factors" className="text-22 leading-snug font-head">
          {t("factors.title")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t("factors.text")}</p>
      </div>
      <Outcome result={result} />
      {done?.codes && <NewRecoveryCodes codes={done.codes} />}
      {state === null ? (
        <p className="text-ink-soft">{t("factors.unknown")}</p>
      ) : apps.length === 0 ? (
        !isNew && !adds && <p className="text-pretty">{t("factors.none")}</p>
      ) : (
        <div className="divide-y divide-line border-y border-line">
          <ul className="divide-y divide-line">
            {apps.map((app) => (
              <AppRow key={app.id} app={app} isLast={apps.length === 1} {...{ view, result, format }} />
            ))}
          </ul>
          <RecoveryCodes left={state.recoveryCodes} result={result} />
        </div>
      )}
      {isNew ? (
        <NewApp app={result.app} problem={result.problem} />
      ) : adds && done === null ? (
        <NameForm result={result} />
      ) : (
        state !== null && (
          <Link
            to={factorsPath({ add: "" })}
            preventScrollReset
            className={cx(buttonClass(apps.length === 0 ? { variant: "primary" } : {}), "justify-self-start")}
          >
            {apps.length === 0 ? t("factors.add") : t("factors.another")}
          </Link>
        )
      )}
    </section>
  );
}

function Outcome({ result }: Pick<FactorSectionProps, "result">) {
  const t = useMessages();
  if (result?.kind === "failed" && (result.intent === null || result.intent === "keep"))
    return <ProblemNotice problem={result.problem} />;
  if (result?.kind !== "done" || result.intent === "codes") return null;
  return (
    <p role="status" className="rounded-m bg-success-soft px-4 py-3 text-success">
      {t(`factors.done.${result.intent === "verify" ? "add" : result.intent}`)}
    </p>
  );
}

interface AppRowProps extends FactorSectionProps {
  app: AuthenticatorApp;
  isLast: boolean;
}

function AppRow({ app: { id, name, addedAt }, isLast, view: { removes, now }, result, format }: AppRowProps) {
  const t = useMessages();
  const shown = name || t("factors.unnamed");
  const failure = result?.kind === "failed" && result.intent === "remove" && removes === id ? result : null;
  return (
    <li className="grid gap-3 py-4">
      <div className="flex items-center gap-4">
        <ShieldCheck aria-hidden className="size-5 flex-none text-success" />
        <div className="min-w-0 flex-1">
          <p className="leading-snug font-strong wrap-anywhere">
            <bdi>{shown}</bdi>
          </p>
          <p className="text-14 text-ink-soft">
            {t.rich("factors.addedOn", { date: <DateText at={addedAt} format={format} now={now} /> })}
          </p>
        </div>
        {removes !== id && (
          <Link to={factorsPath({ remove: id })} preventScrollReset className={buttonClass({ size: "s" })}>
            {t("factors.remove")}
            <span className="sr-only">{shown}</span>
          </Link>
        )}
      </div>
      {failure && <ProblemNotice problem={failure.problem} />}
      {removes === id && (
        <ConfirmSection
          title={t.rich("factors.remove.title", { name: <bdi>{shown}</bdi> })}
          text={isLast ? t("factors.remove.last") : t("factors.remove.text")}
          press={t("factors.remove")}
          cancel={t("factors.cancel")}
          intent="remove"
          id={id}
          actionPath={factorsAction({ remove: id })}
          cancelPath={factorsPath()}
          error={null}
        />
      )}
    </li>
  );
}

/** The first step of adding an app: its name. */
function NameForm({ result }: Pick<FactorSectionProps, "result">) {
  const t = useMessages();
  const busy = useIsSending("add");
  const failure = result?.kind === "failed" && result.intent === "add" ? result : null;
  const error = useProblemText(failure?.problem ?? null);
  return (
    <Form
      method="post"
      action={factorsAction({ add: "" })}
      preventScrollReset
      noValidate
      className="grid gap-4 rounded-l border border-line bg-raised p-4 s:p-5"
    >
      <input type="hidden" name="intent" value="add" />
      <Field label={t("factors.name")} hint={t("factors.name.hint")} error={error ?? false}>
        {(control) => (
          <TextInput
            {...control}
            name="name"
            dir="auto"
            maxLength={40}
            autoComplete="off"
            autoFocus
            defaultValue={failure?.typed || t("factors.unnamed")}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t("factors.continue")}
        </Button>
        <Link to={factorsPath()} preventScrollReset className={buttonClass()}>
          {t("factors.cancel")}
        </Link>
      </div>
    </Form>
  );
}

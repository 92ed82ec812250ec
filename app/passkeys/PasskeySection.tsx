import { Form, useSubmit } from "@remix-run/react";
import KeyRound from "lucide-react/icons/key-round";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import type { Passkey } from "~/lib/passkeys.ts";
import { ConfirmSection } from "~/settings/ConfirmSection.tsx";
import { DateText } from "~/settings/DateText.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { PasskeyProblem } from "./PasskeyProblem.tsx";
import { type PasskeysResult, type PasskeysView, passkeysAction, passkeysPath } from "./passkeyView.ts";
import { usePasskeyDialog } from "./usePasskeyDialog.ts";
import { usePasskeyProblemText } from "./usePasskeyProblemText.ts";

interface PasskeySectionProps {
  view: PasskeysView;
  result: PasskeysResult | null;
  format: DateFormatter;
}

/** A fresh proof, and back to the page. */
const CONFIRM = `/settings/confirm?${new URLSearchParams({ next: passkeysPath() })}`;

/** The passkeys of the reader, on `/settings/security`. */
export function PasskeySection({ view, result, format }: PasskeySectionProps) {
  const { passkeys, hasFactor } = view;
  const t = useMessages();
  return (
    <section aria-labelledby="passkeys" className="grid gap-4">
      <div>
        <h2 id="passkeys" className="text-22 leading-snug font-head">
          {t("passkeys.title")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t("passkeys.text")}</p>
        {hasFactor && <p className="mt-1 text-pretty text-ink-soft">{t("passkeys.secondFactor")}</p>}
      </div>
      {result?.kind === "done" && (
        <p role="status" className="rounded-m bg-success-soft px-4 py-3 text-success">
          {t(`passkeys.done.${result.intent}`)}
        </p>
      )}
      {passkeys === null ? (
        <p className="text-ink-soft">{t("passkeys.unknown")}</p>
      ) : passkeys.length === 0 ? (
        <p className="text-pretty">{t("passkeys.none")}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} {...{ view, result, format }} />
          ))}
        </ul>
      )}
      {passkeys !== null && <AddPasskey view={view} result={result} />}
    </section>
  );
}

interface PasskeyRowProps extends PasskeySectionProps {
  passkey: Passkey;
}

function PasskeyRow({ passkey, view: { renames, removes, now }, result, format }: PasskeyRowProps) {
  const { id, name, addedAt, usedAt } = passkey;
  const t = useMessages();
  const shown = name || t("passkeys.unnamed");
  const failure = result?.kind === "failed" && result.id === id ? result : null;
  const isOpen = renames === id || removes === id;
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <KeyRound aria-hidden className="size-5 flex-none text-ink-soft" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="leading-snug font-strong wrap-anywhere">
            <bdi>{shown}</bdi>
          </p>
          <p className="text-14 text-ink-soft">
            {t.rich("passkeys.added", { date: <DateText at={addedAt} format={format} now={now} /> })}
            {" · "}
            {usedAt === null
              ? t("passkeys.unused")
              : t.rich("passkeys.used", { date: <DateText at={usedAt} format={format} now={now} /> })}
          </p>
        </div>
        {!isOpen && (
          <div className="flex flex-wrap gap-2">
            <Link to={passkeysPath({ "rename-passkey": id })} preventScrollReset className={buttonClass({ size: "s" })}>
              {t("passkeys.rename")}
              <span className="sr-only">{shown}</span>
            </Link>
            <Link to={passkeysPath({ "remove-passkey": id })} preventScrollReset className={buttonClass({ size: "s" })}>
              {t("passkeys.remove")}
              <span className="sr-only">{shown}</span>
            </Link>
          </div>
        )}
      </div>
      {failure && failure.problem !== "name" && <PasskeyProblem problem={failure.problem} />}
      {renames === id && <NameForm id={id} name={name} failure={failure} />}
      {removes === id && (
        <ConfirmSection
          title={t.rich("passkeys.remove.title", { name: <bdi>{shown}</bdi> })}
          text={t("passkeys.remove.text")}
          press={t("passkeys.remove")}
          cancel={t("passkeys.cancel")}
          intent="remove"
          id={id}
          actionPath={passkeysAction()}
          cancelPath={passkeysPath()}
          error={null}
        />
      )}
    </li>
  );
}

interface NameFormProps extends Pick<Passkey, "id" | "name"> {
  failure: Extract<PasskeysResult, { kind: "failed" }> | null;
}

function NameForm({ id, name, failure }: NameFormProps) {
  const t = useMessages();
  const busy = useIsSending("rename", id);
  const error = usePasskeyProblemText(failure?.problem === "name" ? "name" : null);
  return (
    <Form method="post" action={passkeysAction()} preventScrollReset noValidate className="grid gap-3">
      <input type="hidden" name="intent" value="rename" />
      <input type="hidden" name="id" value={id} />
      <Field label={t("passkeys.name")} error={error ?? false}>
        {(control) => (
          <TextInput
            {...control}
            name="name"
            dir="auto"
            maxLength={120}
            autoComplete="off"
            autoFocus
            defaultValue={failure?.typed ?? name}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t("passkeys.save")}
        </Button>
        <Link to={passkeysPath()} preventScrollReset className={buttonClass()}>
          {t("passkeys.cancel")}
        </Link>
      </div>
    </Form>
  );
}

/** Opens the browser's dialog, after a fresh proof. The dialog's code loads with the click. */
function AddPasskey({ view: { isRecent }, result }: Pick<PasskeySectionProps, "view" | "result">) {
  const t = useMessages();
  const submit = useSubmit();
  const isSending = useIsSending("add");
  const { isOpen, problem, create } = usePasskeyDialog(({ challengeId: challenge, credential }) =>
    submit(
      { intent: "add", challenge, credential },
      { method: "post", action: passkeysAction(), preventScrollReset: true },
    ),
  );
  const failure = result?.kind === "failed" && result.id === "" ? result.problem : null;
  const busy = isOpen || isSending;
  const shown = problem ?? failure;
  if (!isRecent || shown === "account/sign-in-again") {
    return (
      <Link to={CONFIRM} className={cx(buttonClass(), "justify-self-start")}>
        {t("passkeys.add")}
      </Link>
    );
  }
  return (
    <>
      <PasskeyProblem problem={busy ? null : shown} />
      <PasskeyButton busy={busy} onClick={create} className="justify-self-start">
        {isOpen ? t("passkeys.adding") : t("passkeys.add")}
      </PasskeyButton>
    </>
  );
}

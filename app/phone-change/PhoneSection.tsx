import { Form } from "@remix-run/react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PendingPhoneChange } from "~/lib/phoneChange.ts";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { PhoneChangeProblem, PhoneChangeView } from "./phoneChangeView.ts";

const PAGE = "/settings/security";
const OPEN = `${PAGE}?phone`;
const REMOVE = `${PAGE}?phone=remove`;
/** A fresh proof, and back. */
const confirmPath = (next: string) => `/settings/confirm?${new URLSearchParams({ next })}`;

interface PhoneSectionProps {
  view: PhoneChangeView;
  problem: PhoneChangeProblem | null;
}

/** The phone number of the reader, and the forms that add, change and remove it. Works without JavaScript. */
export function PhoneSection({ view, problem }: PhoneSectionProps) {
  const { phone, pending, done } = view;
  const t = useMessages();
  const needsProof = problem?.code === "account/sign-in-again";
  const isProven = view.isProven && !needsProof;
  const isOfForm = problem?.intent === "phone" || problem?.intent === "phone-code";
  // A code that was sent needs no further proof, which would end the session that began.
  const isFormOpen = (isProven || (pending !== null && !needsProof)) && (view.open === "form" || isOfForm);
  const isAsking = isProven && view.open === "removal" && !isFormOpen;
  return (
    <section aria-labelledby="phone" className="grid gap-4">
      <div>
        <h2 id="phone" className="text-22 leading-snug font-head">
          {t("phone-change.title")}
        </h2>
        {phone !== null && view.isOffered && <p className="mt-1 text-pretty text-ink-soft">{t("phone-change.text")}</p>}
      </div>
      {done !== null && problem === null && (
        <p role="status" className="rounded-m bg-success-soft px-4 py-3 text-success">
          {t(`phone-change.${done}`)}
        </p>
      )}
      <p className={phone === null ? "text-ink-soft" : "font-strong"}>
        {phone === null ? t("phone-change.none") : <bdi dir="ltr">{phone}</bdi>}
      </p>
      {problem !== null && !isFormOpen && <ErrorNotice code={problem.code} shape="row" />}
      {isFormOpen && pending && <CodeForm pending={pending} problem={problem} />}
      {isFormOpen && !pending && <NumberForm view={view} problem={problem} />}
      {isAsking && <Removal />}
      {!isFormOpen && !isAsking && <Choices view={view} isProven={isProven} />}
    </section>
  );
}

function Choices({ view, isProven }: { view: PhoneChangeView; isProven: boolean }) {
  const { phone, pending, isOffered, isRemovable } = view;
  const t = useMessages();
  const pathTo = (path: string) => (isProven ? path : confirmPath(path));
  const change = () => {
    if (pending) return t("phone-change.enter");
    return t(phone === null ? "phone-change.add" : "phone-change.change");
  };
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {isOffered && (
        <Link to={pending ? OPEN : pathTo(OPEN)} preventScrollReset className={buttonClass()}>
          {change()}
        </Link>
      )}
      {isRemovable && (
        <Link to={pathTo(REMOVE)} preventScrollReset className={buttonClass()}>
          {t("phone-change.remove")}
        </Link>
      )}
    </div>
  );
}

function NumberForm({ view: { phone, hasAddress }, problem }: PhoneSectionProps) {
  const t = useMessages();
  const busy = useIsSending("phone");
  const code = problem?.code;
  return (
    <Form method="post" action={PAGE} preventScrollReset noValidate className="grid max-w-105 gap-5">
      <input type="hidden" name="intent" value="phone" />
      <Field
        label={t("phone-change.new")}
        hint={t("phone-change.hint")}
        error={code === "phone/malformed" && errorText(t, code)}
      >
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            name="phone"
            defaultValue={problem?.typed}
            dir="ltr"
            autoComplete="tel"
            autoFocus
            maxLength={60}
            className="min-h-control-l"
          />
        )}
      </Field>
      {phone !== null && (
        <p className="text-14 text-pretty">{t(hasAddress ? "phone-change.ends" : "phone-change.endsAll")}</p>
      )}
      <p className="text-14 text-pretty text-ink-soft">{t("phone-change.effect")}</p>
      {code !== undefined && code !== "phone/malformed" && <ErrorNotice code={code} shape="row" />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t(busy ? "sign-in.sending" : "sign-in.send")}
        </Button>
        <Link to={PAGE} preventScrollReset className={buttonClass()}>
          {t("password.cancel")}
        </Link>
      </div>
    </Form>
  );
}

function CodeForm({
  pending: { shown },
  problem,
}: {
  pending: PendingPhoneChange;
  problem: PhoneChangeProblem | null;
}) {
  const t = useMessages();
  const busy = useIsSending("phone-code");
  const isFieldError = problem?.code === "account/code-refused";
  return (
    <div className="grid max-w-105 gap-5">
      <Form method="post" action={PAGE} preventScrollReset noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="phone-code" />
        <p className="text-pretty text-ink-soft">
          {t.rich("phone-change.sent", {
            phone: (
              <bdi key="phone" dir="ltr" className="font-strong text-ink">
                {shown}
              </bdi>
            ),
          })}
        </p>
        <Field label={t("data.confirm.code")} error={isFieldError && errorText(t, problem.code)}>
          {(control) => (
            <TextInput
              {...control}
              name="code"
              defaultValue={problem?.typed}
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              className="min-h-control-l text-center text-22 tracking-[0.2em] tabular-nums"
            />
          )}
        </Field>
        <p className="text-14 text-pretty text-ink-soft">{t("phone-change.missing")}</p>
        {problem && !isFieldError && <ErrorNotice code={problem.code} shape="row" />}
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          {t("phone-change.save")}
        </Button>
      </Form>
      <Form method="post" action={PAGE} preventScrollReset>
        <input type="hidden" name="intent" value="phone-cancel" />
        <Button type="submit">{t("phone-change.cancel")}</Button>
      </Form>
    </div>
  );
}

function Removal() {
  const t = useMessages();
  const busy = useIsSending("phone-remove");
  return (
    <Form method="post" action={PAGE} preventScrollReset className="grid gap-4 rounded-m bg-danger-soft px-4 py-3">
      <input type="hidden" name="intent" value="phone-remove" />
      <p className="text-pretty">{t("phone-change.removal")}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" busy={busy}>
          {t("phone-change.remove")}
        </Button>
        <Link to={PAGE} preventScrollReset className={buttonClass()}>
          {t("password.cancel")}
        </Link>
      </div>
    </Form>
  );
}

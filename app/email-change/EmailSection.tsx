import { Form } from "@remix-run/react";
import { EmailField } from "~/auth/EmailField.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { EmailSide, PendingEmailChange } from "~/lib/emailChange.ts";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { EmailChangeProblem, EmailChangeView } from "./emailChangeView.ts";

const PAGE = "/settings/security";
const OPEN = `${PAGE}?email`;
/** A fresh proof, and back to the form. */
const CONFIRM = `/settings/confirm?${new URLSearchParams({ next: OPEN })}`;

/** An account by phone number has no code of a former address. */
const FIRST = { enter: "phone-change.enter", change: "email-change.add" } as const;
const ANOTHER = { enter: "email-change.enter", change: "email-change.change" } as const;

interface EmailSectionProps {
  view: EmailChangeView;
  /** Null: the reader signs in by phone number only. */
  email: string | null;
  problem: EmailChangeProblem | null;
}

/** The email address of the reader, and the forms that change it. */
export function EmailSection({ view, email, problem }: EmailSectionProps) {
  const { isProven, isOpen, isDone, pending } = view;
  const t = useMessages();
  const needsProof = problem?.code === "account/sign-in-again";
  const isFormOpen = (isOpen || problem !== null) && !needsProof;
  const texts = email === null ? FIRST : ANOTHER;
  return (
    <section aria-labelledby="email" className="grid gap-4">
      <div>
        <h2 id="email" className="text-22 leading-snug font-head">
          {t("email-change.title")}
        </h2>
        {email !== null && <p className="mt-1 text-pretty text-ink-soft">{t("email-change.text")}</p>}
      </div>
      {isDone && (
        <p role="status" className="rounded-m bg-success-soft px-4 py-3 text-success">
          {t("email-change.done")}
        </p>
      )}
      <p className={email === null ? "text-ink-soft" : "font-strong wrap-anywhere"}>
        {email === null ? t("email-change.none") : <bdi>{email}</bdi>}
      </p>
      {isFormOpen && pending && <CodesForm {...{ pending, email, problem }} />}
      {isFormOpen && !pending && <AddressForm problem={problem} isFirst={email === null} />}
      {!isFormOpen && (
        <>
          {needsProof && <ErrorNotice code="account/sign-in-again" shape="row" />}
          <Link
            to={pending || (isProven && !needsProof) ? OPEN : CONFIRM}
            preventScrollReset
            className={cx(buttonClass(), "justify-self-start")}
          >
            {t(pending ? texts.enter : texts.change)}
          </Link>
        </>
      )}
    </section>
  );
}

function AddressForm({ problem, isFirst }: Pick<EmailSectionProps, "problem"> & { isFirst: boolean }) {
  const t = useMessages();
  const busy = useIsSending("email");
  const code = problem?.code;
  return (
    <Form method="post" action={PAGE} preventScrollReset noValidate className="grid max-w-105 gap-5">
      <input type="hidden" name="intent" value="email" />
      <EmailField
        label={t("email-change.new")}
        email={problem?.typedEmail ?? ""}
        error={code}
        wrongCharacter={problem?.wrongCharacter ?? null}
        autoFocus
      />
      <p className="text-14 text-pretty text-ink-soft">
        {t(isFirst ? "email-change.effectFirst" : "email-change.effect")}
      </p>
      {code !== undefined && code !== "mail/malformed" && <ErrorNotice code={code} shape="row" />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? t("email-change.sending") : t(isFirst ? "sign-in.send" : "email-change.send")}
        </Button>
        <Link to={PAGE} preventScrollReset className={buttonClass()}>
          {t("password.cancel")}
        </Link>
      </div>
    </Form>
  );
}

interface CodesFormProps extends Pick<EmailSectionProps, "email" | "problem"> {
  pending: PendingEmailChange;
}

function CodesForm({ pending: { newEmail, confirmed }, email, problem }: CodesFormProps) {
  const t = useMessages();
  const busy = useIsSending("email-codes");
  const isFieldError = problem?.code === "account/code-refused" && problem.wrong !== null;
  const addressOf = (side: EmailSide) => (side === "current" ? (email ?? "") : newEmail);
  const sides = (["current", "new"] as const).filter((side) => side !== confirmed && addressOf(side) !== "");
  const sent = confirmed ? t("email-change.half") : t("email-change.sent");
  return (
    <div className="grid max-w-105 gap-5">
      <Form method="post" action={PAGE} preventScrollReset noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="email-codes" />
        <p className="text-pretty text-ink-soft">{email === null ? t("email-change.sentFirst") : sent}</p>
        {sides.map((side, index) => (
          <Field
            key={side}
            label={t("email-change.code", { email: addressOf(side) })}
            error={isFieldError && problem.wrong === side && errorText(t, problem.code)}
          >
            {(control) => (
              <TextInput
                {...control}
                name={side}
                defaultValue={problem?.typedCodes[side] ?? ""}
                dir="ltr"
                inputMode="numeric"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus={index === 0}
                className="min-h-control-l text-center text-22 tracking-[0.2em] tabular-nums"
              />
            )}
          </Field>
        ))}
        <p className="text-14 text-pretty text-ink-soft">{t("email-change.missing")}</p>
        {problem && !isFieldError && <ErrorNotice code={problem.code} shape="row" />}
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          {busy ? t("email-change.saving") : t((email === null ? FIRST : ANOTHER).change)}
        </Button>
      </Form>
      <Form method="post" action={PAGE} preventScrollReset>
        <input type="hidden" name="intent" value="email-cancel" />
        <Button type="submit">{t("email-change.cancel")}</Button>
      </Form>
    </div>
  );
}

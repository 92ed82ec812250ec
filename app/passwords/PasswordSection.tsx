import { Form } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { isNewPasswordError, NewPasswordField } from "~/auth/NewPasswordField.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { PasswordInput } from "~/ui/PasswordInput.tsx";
import { PASSWORD_INTENT, type PasswordResult, type PasswordView } from "./passwordView.ts";

const PAGE = "/settings/security";
const OPEN = `${PAGE}?password`;
/** A fresh code, and back to the form. */
const CONFIRM = `/settings/confirm?${new URLSearchParams({ next: OPEN })}`;

interface PasswordSectionProps {
  view: PasswordView;
  email: string | null;
  result: PasswordResult | null;
}

/** The password of the reader, and the form that changes it. */
export function PasswordSection({ view, email, result }: PasswordSectionProps) {
  const { isSet, proof, isOpen } = view;
  const error = result?.kind === "failed" ? result.code : null;
  const t = useMessages();
  return (
    <section aria-labelledby="password" className="grid gap-4">
      <div>
        <h2 id="password" className="text-22 leading-snug font-head">
          {t("password.title")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t(isSet ? "password.set" : "password.none")}</p>
      </div>
      {result?.kind === "done" && (
        <p role="status" className="rounded-m bg-success-soft px-4 py-3 text-success">
          {t("password.done")}
        </p>
      )}
      {isOpen || (error !== null && proof !== "code") ? (
        <PasswordForm {...{ view, email, error }} />
      ) : (
        <>
          {error && <ErrorNotice code={error} shape="row" />}
          <Link
            to={proof === "code" ? CONFIRM : OPEN}
            preventScrollReset
            className={cx(buttonClass(), "justify-self-start")}
          >
            {t(isSet ? "password.change" : "password.add")}
          </Link>
        </>
      )}
    </section>
  );
}

interface PasswordFormProps extends Pick<PasswordSectionProps, "view" | "email"> {
  error: ErrorCode | null;
}

function PasswordForm({ view: { isSet, proof }, email, error }: PasswordFormProps) {
  const t = useMessages();
  const busy = useIsSending(PASSWORD_INTENT);
  const isCurrentWrong = proof === "current" && error === "account/password-refused";
  return (
    <Form method="post" action={PAGE} preventScrollReset noValidate className="grid max-w-105 gap-5">
      <input type="hidden" name="intent" value={PASSWORD_INTENT} />
      <input type="text" name="username" autoComplete="username" defaultValue={email ?? ""} readOnly hidden />
      {proof === "current" && (
        <div className="grid gap-1.5">
          <Field label={t("password.current")} error={isCurrentWrong && errorText(t, error)}>
            {(control) => (
              <PasswordInput
                control={control}
                name="currentPassword"
                autoComplete="current-password"
                showLabel={t("sign-in.password.show")}
                autoFocus
              />
            )}
          </Field>
          <Link
            to={CONFIRM}
            className="inline-flex min-h-control-s items-center justify-self-start text-14 font-strong text-accent underline underline-offset-3"
          >
            {t("password.forgot")}
          </Link>
        </div>
      )}
      <NewPasswordField label={t("password.new")} error={error} autoFocus={proof !== "current"} />
      <p className="text-14 text-pretty text-ink-soft">{t("password.effect")}</p>
      {error && !isCurrentWrong && !isNewPasswordError(error) && <ErrorNotice code={error} shape="row" />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? t("password.saving") : t(isSet ? "password.change" : "password.add")}
        </Button>
        <Link to={PAGE} preventScrollReset className={buttonClass()}>
          {t("password.cancel")}
        </Link>
      </div>
    </Form>
  );
}

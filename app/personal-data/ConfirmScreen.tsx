import { Form, useNavigation } from "@remix-run/react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import { PasskeyProof } from "~/passkeys/PasskeyProof.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { PasswordInput } from "~/ui/PasswordInput.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { type ConfirmResult, type ConfirmView, confirmPath } from "./core/dataView.ts";

interface ConfirmScreenProps {
  view: ConfirmView;
  result: ConfirmResult | null;
}

/** `/settings/confirm`: a fresh code or sign-in, before a change that cannot be undone. Works without JavaScript. */
export function ConfirmScreen({ view, result }: ConfirmScreenProps) {
  const { email, isSent, hasPasskey, hasPassword, company, next } = view;
  const t = useMessages();
  const { state, formData } = useNavigation();
  const intent = state === "submitting" ? formData?.get("intent") : null;
  const isFieldError = result?.intent === "enter" && result.code === "account/code-refused";
  const isPasswordError = result?.intent === "password" && result.code === "account/password-refused";
  const path = confirmPath(next);
  const address = <bdi className="font-strong wrap-anywhere text-ink">{email}</bdi>;
  return (
    <section aria-labelledby="confirm" className="grid gap-4">
      <div>
        <h2 id="confirm" className="text-22 leading-snug font-head">
          {t("data.confirm.title")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">
          {company !== null
            ? t.rich("data.confirm.sso", {
                company: <bdi className="font-strong wrap-anywhere text-ink">{company}</bdi>,
              })
            : t.rich(isSent ? "data.confirm.sent" : hasPassword ? "data.confirm.textPassword" : "data.confirm.text", {
                email: address,
              })}
        </p>
      </div>
      <RequestErrorNotice />
      {result !== null && result.intent !== "passkey" && !isFieldError && !isPasswordError && (
        <ErrorNotice code={result.code} shape="row" />
      )}
      {hasPasskey && <PasskeyProof path={path} refused={result?.intent === "passkey" ? result.code : null} />}
      {hasPassword && !isSent && (
        <Form method="post" action={path} noValidate className="grid max-w-105 gap-4">
          <input type="hidden" name="intent" value="password" />
          <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
          <Field label={t("data.confirm.password")} error={isPasswordError && errorText(t, "account/password-refused")}>
            {(control) => (
              <PasswordInput
                control={control}
                name="password"
                autoComplete="current-password"
                showLabel={t("sign-in.password.show")}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" busy={intent === "password"} className="justify-self-start">
            {t("data.confirm.enter")}
          </Button>
        </Form>
      )}
      {isSent && (
        <Form method="post" action={path} noValidate className="grid gap-4">
          <input type="hidden" name="intent" value="enter" />
          <Field label={t("data.confirm.code")} error={isFieldError && errorText(t, "account/code-refused")}>
            {(control) => (
              <TextInput
                {...control}
                name="code"
                defaultValue={result?.typed}
                dir="ltr"
                inputMode="numeric"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                className="max-w-60 text-center tracking-[0.2em] tabular-nums"
              />
            )}
          </Field>
          <Button type="submit" variant="primary" busy={intent === "enter"} className="justify-self-start">
            {t("data.confirm.enter")}
          </Button>
        </Form>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Form method="post" action={path}>
          <input type="hidden" name="intent" value={company === null ? "send" : "sso"} />
          <Button
            type="submit"
            {...(!isSent && !hasPassword && { variant: "primary" })}
            busy={intent === "send" || intent === "sso"}
          >
            {company !== null
              ? t("sso.continue")
              : t(isSent ? "data.confirm.again" : hasPassword ? "data.confirm.sendInstead" : "data.confirm.send")}
          </Button>
        </Form>
        <Link to={next} className="inline-flex min-h-control items-center">
          {t("data.confirm.back")}
        </Link>
      </div>
    </section>
  );
}

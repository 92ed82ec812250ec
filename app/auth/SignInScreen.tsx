import { Form } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { AuthLayout } from "./components/AuthLayout.tsx";

export interface SignInScreenProps {
  path: string;
  /** Where to go afterwards. */
  next: string;
  /** What was typed, kept through an error and a change of mind. */
  email: string;
  /** They have done something as a guest. */
  isGuest: boolean;
  busy: boolean;
  error?: ErrorCode;
}

/** `/sign-in`: one field, and what happens next. Posts `mail`, `next`; works without scripts. */
export function SignInScreen({ path, next, email, isGuest, busy, error }: SignInScreenProps) {
  const t = useMessages();
  const isFieldError = error === "mail/malformed";
  return (
    <AuthLayout path={path} heading={t("sign-in.title")}>
      <p className="text-pretty text-ink-soft">{t("sign-in.lede")}</p>
      <Form method="post" action="/sign-in" noValidate className="grid gap-5">
        <input type="hidden" name="next" value={next} />
        <Field label={t("sign-in.mail")} error={isFieldError && errorText(t, error)}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              name="mail"
              // Not controlled: what is typed before the scripts are there stays.
              defaultValue={email}
              dir="ltr"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="send"
              className="min-h-control-l"
            />
          )}
        </Field>
        {error && !isFieldError && <ErrorNotice code={error} shape="row" />}
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {busy ? t("sign-in.sending") : t("sign-in.send")}
        </Button>
      </Form>
      <p className="text-14 text-pretty text-ink-soft">{isGuest ? t("sign-in.guest") : t("sign-in.new")}</p>
    </AuthLayout>
  );
}

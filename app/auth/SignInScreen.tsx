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
  /** Path after the sign-in. */
  next: string;
  /** Submitted value, shown again after an error. */
  email: string;
  /** Whether the visitor is a guest with data. */
  isGuest: boolean;
  /** Whether the session of this browser was ended elsewhere. */
  hasEnded: boolean;
  busy: boolean;
  error?: ErrorCode;
  /** The first character of the submitted address that no address contains. */
  wrongCharacter: string | null;
}

/** `/sign-in`: the email form. Posts `mail`, `next`; works without JavaScript. */
export function SignInScreen({
  path,
  next,
  email,
  isGuest,
  hasEnded,
  busy,
  error,
  wrongCharacter: character,
}: SignInScreenProps) {
  const t = useMessages();
  const isFieldError = error === "mail/malformed";
  return (
    <AuthLayout path={path} heading={t("sign-in.title")}>
      {hasEnded && (
        <p role="status" className="rounded-m bg-accent-soft px-4 py-3 text-pretty">
          {t("sign-in.ended")}
        </p>
      )}
      <p className="text-pretty text-ink-soft">{t("sign-in.lede")}</p>
      <Form method="post" action="/sign-in" noValidate className="grid gap-5">
        <input type="hidden" name="next" value={next} />
        <Field
          label={t("sign-in.mail")}
          error={isFieldError && (character === null ? errorText(t, error) : t("sign-in.mailCharacter", { character }))}
        >
          {(control) => (
            <TextInput
              {...control}
              // Not `email`: browsers change and reject such input each in its own way.
              type="text"
              inputMode="email"
              name="mail"
              // Uncontrolled, so that input before hydration stays.
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

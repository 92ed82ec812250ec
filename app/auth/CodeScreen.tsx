import { Form } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { AuthLayout } from "./components/AuthLayout.tsx";
import { useCountdown } from "./components/useCountdown.ts";

export interface CodeScreenProps {
  /** The email address or the phone number that received the code. */
  address: string;
  isPhone: boolean;
  /** Whether the code leads to a new password. It is sent only to an address with an account. */
  isRecovery: boolean;
  /** Submitted value, shown again after an error. */
  code: string;
  /** Seconds until another code can be requested. */
  waitSeconds: number;
  /** Changes with every code. */
  round: number;
  /** Whether another code was just sent. */
  resent: boolean;
  /** The pending intent. */
  busy: "enter" | "again" | null;
  error?: ErrorCode;
}

const EMAIL_TEXTS = {
  title: "sign-in.code.title",
  lede: "sign-in.code.lede",
  recover: "sign-in.code.recover",
  hint: "sign-in.code.hint",
  sent: "sign-in.code.sent",
  other: "sign-in.code.other",
} as const;
const PHONE_TEXTS = {
  title: "sign-in.code.titlePhone",
  lede: "sign-in.code.ledePhone",
  recover: "sign-in.code.recoverPhone",
  hint: "sign-in.code.hintPhone",
  sent: "sign-in.code.sentPhone",
  other: "sign-in.code.otherPhone",
} as const;

/** `/sign-in/code`: the digits of the email or the SMS. Posts `intent=enter` and `code`, or `intent=again`; works without scripts. */
export function CodeScreen(props: CodeScreenProps) {
  const { address, isPhone, isRecovery, code, waitSeconds, round, resent, busy, error } = props;
  const t = useMessages();
  const isFieldError = error === "account/code-refused";
  const secondsLeft = useCountdown(waitSeconds, round);
  const texts = isPhone ? PHONE_TEXTS : EMAIL_TEXTS;
  return (
    <AuthLayout path="/sign-in/code" heading={t(texts.title)}>
      <p className="text-pretty text-ink-soft">
        {t.rich(isRecovery ? texts.recover : texts.lede, {
          mail: (
            <bdi key="mail" dir="ltr" className="font-strong wrap-anywhere text-ink">
              {address}
            </bdi>
          ),
        })}
      </p>
      {!isPhone && <p className="text-14 text-pretty text-ink-soft">{t("sign-in.code.elsewhere")}</p>}
      <Form method="post" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="enter" />
        <Field
          label={t("sign-in.code.label")}
          hint={t(texts.hint)}
          error={isFieldError && errorText(t, "account/code-refused")}
        >
          {(control) => (
            <TextInput
              {...control}
              name="code"
              defaultValue={code}
              dir="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              autoFocus
              className="min-h-control-l text-center text-22 tracking-[0.2em] tabular-nums"
            />
          )}
        </Field>
        {error && !isFieldError && <ErrorNotice code={error} shape="row" />}
        <Button type="submit" variant="primary" size="l" busy={busy === "enter"}>
          {busy === "enter" ? t("sign-in.code.entering") : t(isRecovery ? "sign-in.go-on" : "sign-in.code.enter")}
        </Button>
      </Form>
      <div className="grid gap-2 border-t border-line pt-4">
        <p role="status" className="text-14 text-ink-soft empty:hidden">
          {resent && t(texts.sent)}
        </p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Form method="post">
            <input type="hidden" name="intent" value="again" />
            <Button type="submit" size="s" busy={busy === "again"} disabled={secondsLeft !== null && secondsLeft > 0}>
              {secondsLeft !== null && secondsLeft > 0
                ? t("sign-in.code.wait", { seconds: secondsLeft })
                : t("sign-in.code.again")}
            </Button>
          </Form>
          <Link to={isRecovery ? "/recover" : "/sign-in"} className="inline-flex min-h-control-s items-center text-14">
            {t(texts.other)}
          </Link>
        </div>
      </div>
    </AuthLayout>
  );
}

import { Form } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { SignInProvider } from "~/lib/loadContext.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { type AddressKind, isAddressError } from "./addressKind.ts";
import { AuthLayout, LINK } from "./components/AuthLayout.tsx";
import { ProviderButtons } from "./components/ProviderButtons.tsx";
import { EmailField } from "./EmailField.tsx";
import { isNewPasswordError, NewPasswordField } from "./NewPasswordField.tsx";

export interface SignUpScreenProps {
  path: string;
  /** Path after the sign-up. */
  next: string;
  /** Submitted value, shown again after an error. */
  email: string;
  /** Whether the visitor is a guest with data. */
  isGuest: boolean;
  providers: readonly SignInProvider[];
  accepts: AddressKind;
  busy: boolean;
  error?: ErrorCode;
  wrongCharacter: string | null;
}

/** `/sign-up`: the email or the phone number, and a password. Posts `mail`, `password`, `next`; works without JavaScript. */
export function SignUpScreen(props: SignUpScreenProps) {
  const { path, next, email, isGuest, providers, accepts, busy, error, wrongCharacter } = props;
  const t = useMessages();
  return (
    <AuthLayout path={path} heading={t("password.signUp.title")}>
      <p className="text-pretty text-ink-soft">
        {t(accepts === "email" ? "password.signUp.lede" : "password.signUp.ledePhone")} {isGuest && t("sign-in.guest")}
      </p>
      <ProviderButtons providers={providers} next={next} />
      <Form method="post" action="/sign-up" noValidate className="grid gap-5">
        <input type="hidden" name="next" value={next} />
        <EmailField {...{ accepts, email, error, wrongCharacter }} />
        <NewPasswordField label={t("sign-in.password")} error={error} />
        {error && !isAddressError(error) && !isNewPasswordError(error) && <ErrorNotice code={error} shape="row" />}
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {busy ? t("sign-in.sending") : t("password.signUp.press")}
        </Button>
      </Form>
      <p className="text-14 text-pretty text-ink-soft">
        {t("password.signUp.known")}{" "}
        <Link to={`/sign-in?${new URLSearchParams({ next })}`} className={LINK}>
          {t("password.signUp.signIn")}
        </Link>
      </p>
    </AuthLayout>
  );
}

import { Form } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { type AddressKind, isAddressError } from "./addressKind.ts";
import { AuthLayout, LINK } from "./components/AuthLayout.tsx";
import { EmailField } from "./EmailField.tsx";
import { isNewPasswordError, NewPasswordField } from "./NewPasswordField.tsx";

interface RecoverScreenProps {
  path: string;
  /** Path after the new password. */
  next: string;
  busy: boolean;
  error?: ErrorCode;
}

export interface RequestRecoveryScreenProps extends RecoverScreenProps {
  accepts: AddressKind;
  /** Submitted value, shown again after an error. */
  email: string;
  wrongCharacter: string | null;
}

/** `/recover` of a visitor: the email or the phone number. Posts `intent=request`, `mail`, `next`; works without JavaScript. */
export function RequestRecoveryScreen(props: RequestRecoveryScreenProps) {
  const { path, next, accepts, email, busy, error, wrongCharacter } = props;
  const t = useMessages();
  return (
    <AuthLayout path={path} heading={t("password.recover.title")}>
      <p className="text-pretty text-ink-soft">
        {t(accepts === "email" ? "password.recover.lede" : "password.recover.ledePhone")}
      </p>
      <Form method="post" action="/recover" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="request" />
        <input type="hidden" name="next" value={next} />
        <EmailField {...{ accepts, email, error, wrongCharacter }} />
        {error && !isAddressError(error) && <ErrorNotice code={error} shape="row" />}
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {busy ? t("sign-in.sending") : t("sign-in.send")}
        </Button>
      </Form>
      <Link to={`/sign-in?${new URLSearchParams({ next })}`} className={`text-14 ${LINK}`}>
        {t("password.recover.back")}
      </Link>
    </AuthLayout>
  );
}

interface NewPasswordScreenProps extends RecoverScreenProps {
  /** The address or the number of the account. */
  email: string;
}

/** `/recover` after the code or the link: the new password. Posts `intent=choose`, `password`, `next`. */
export function NewPasswordScreen({ path, next, email, busy, error }: NewPasswordScreenProps) {
  const t = useMessages();
  const address = (
    <bdi key="mail" className="font-strong wrap-anywhere text-ink">
      {email}
    </bdi>
  );
  return (
    <AuthLayout path={path} heading={t("password.choose.title")}>
      <p className="text-pretty text-ink-soft">{t.rich("password.choose.lede", { mail: address })}</p>
      <Form method="post" action="/recover" noValidate className="grid gap-5">
        <input type="hidden" name="intent" value="choose" />
        <input type="hidden" name="next" value={next} />
        <UsernameForManagers email={email} />
        <NewPasswordField label={t("password.new")} error={error} autoFocus />
        {error && !isNewPasswordError(error) && <ErrorNotice code={error} shape="row" />}
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {busy ? t("password.saving") : t("password.choose.press")}
        </Button>
      </Form>
      <Link to={next} className={`text-14 ${LINK}`}>
        {t("password.choose.skip")}
      </Link>
    </AuthLayout>
  );
}

/** Password managers store the password for this name. */
const UsernameForManagers = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
);

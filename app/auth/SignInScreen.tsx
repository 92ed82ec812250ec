import { Form } from "@remix-run/react";
import { useRef } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { SignInWay, SignInWays } from "~/lib/loadContext.ts";
import type { AnyPasskeyProblem } from "~/passkeys/passkeyView.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { PasswordInput } from "~/ui/PasswordInput.tsx";
import { addressKind, isAddressError } from "./addressKind.ts";
import { AuthLayout, LINK } from "./components/AuthLayout.tsx";
import { PasskeySignIn } from "./components/PasskeySignIn.tsx";
import { ProviderButtons } from "./components/ProviderButtons.tsx";
import { EmailField } from "./EmailField.tsx";

/**
 * The button that sent the form. `code` leads to single sign-on if the company has it, `email-code` does not. `use-password` only shows
 * the field of the password.
 */
type SignInIntent = "code" | "email-code" | "sso" | "use-password" | "password" | "passkey";

/** The company of the submitted address or domain. Not known: it has no single sign-on here. */
export interface SsoState {
  readonly company: string;
  readonly isKnown: boolean;
}

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
  ways: SignInWays;
  /** How the last sign-in in this browser was done. */
  lastWay: SignInWay | null;
  /** Whether the form has a field for the password. */
  withPassword: boolean;
  /** Whether the reader has just asked for that field. */
  isPasswordNew: boolean;
  /** The pending `SignInIntent`. */
  busy: unknown;
  error?: ErrorCode;
  /** Why the passkey was rejected. */
  passkeyProblem: AnyPasskeyProblem | null;
  wrongCharacter: string | null;
  sso: SsoState | null;
}

const LEDES = { email: "sign-in.lede", phone: "sign-in.ledePhone", both: "sign-in.ledeBoth" } as const;
const AUTOCOMPLETE = { email: "email", phone: "tel" } as const;

/** `/sign-in`: the email or the phone number, and the ways that follow. Posts `mail`, `next`, `way`, `password`; works without JavaScript. */
export function SignInScreen(props: SignInScreenProps) {
  const { path, next, email, isGuest, hasEnded, ways, lastWay, busy, error, wrongCharacter, sso } = props;
  const t = useMessages();
  const area = useRef<HTMLDivElement>(null);
  const withPassword = props.withPassword && ways.password;
  const accepts = addressKind(ways);
  const isAddressed = ways.code || ways.phone;
  const hasForm = isAddressed || ways.sso;
  const isPasswordError = withPassword && error === "account/password-refused";
  const isPlain = isAddressed && !withPassword && !sso?.isKnown;
  const company = (
    <bdi key="company" dir="ltr" className="font-strong wrap-anywhere text-ink">
      {sso?.company}
    </bdi>
  );
  const query = next === "/home" ? "" : `?${new URLSearchParams({ next })}`;
  const press = (way: SignInIntent, text: string, look: "primary" | "plain") => (
    <Button type="submit" name="way" value={way} variant={look} size="l" busy={busy === way}>
      {busy === way && way.endsWith("code") ? t("sign-in.sending") : text}
    </Button>
  );
  return (
    <AuthLayout path={path} heading={t("sign-in.title")}>
      {hasEnded && (
        <p role="status" className="rounded-m bg-accent-soft px-4 py-3 text-pretty">
          {t("sign-in.ended")}
        </p>
      )}
      <LastWay way={lastWay} ways={ways} />
      <ProviderButtons providers={ways.providers} next={next} />
      {isPlain && <p className="text-pretty text-ink-soft">{t(LEDES[accepts])}</p>}
      {!hasForm && ways.providers.length === 0 && (
        <p className="text-pretty text-ink-soft">{t("sign-in.unavailable")}</p>
      )}
      {!hasForm && error && <ErrorNotice code={error} shape="row" />}
      <div ref={area} className="grid gap-3 empty:hidden">
        {hasForm && (
          <Form method="post" action="/sign-in" noValidate className="grid gap-5">
            <input type="hidden" name="next" value={next} />
            <EmailField
              {...{ accepts, email, error, wrongCharacter }}
              hint={ways.sso && !sso?.isKnown && t("sso.hint")}
              problem={sso?.isKnown === false && t.rich("sso.unknown", { company })}
              autoComplete={withPassword || accepts === "both" ? "username" : AUTOCOMPLETE[accepts]}
              withPasskeys={ways.passkey}
            />
            {withPassword && (
              <div className="grid gap-1.5">
                <Field label={t("sign-in.password")} error={isPasswordError && errorText(t, error)}>
                  {(control) => (
                    <PasswordInput
                      control={control}
                      name="password"
                      autoComplete="current-password"
                      showLabel={t("sign-in.password.show")}
                      autoFocus={props.isPasswordNew}
                    />
                  )}
                </Field>
                <Link
                  to={`/recover${query}`}
                  className={`inline-flex min-h-control-s items-center justify-self-start text-14 ${LINK}`}
                >
                  {t("sign-in.password.forgot")}
                </Link>
              </div>
            )}
            {error && !isAddressError(error) && !isPasswordError && <ErrorNotice code={error} shape="row" />}
            {sso?.isKnown && (
              <p role="status" className="text-pretty text-ink-soft">
                {t.rich("sso.company", { company })}
              </p>
            )}
            <div className="grid gap-3">
              {withPassword && press("password", t("sign-in.code.enter"), "primary")}
              {(sso?.isKnown || !isAddressed) && press("sso", t("sso.continue"), "primary")}
              {isPlain
                ? press("code", t("sign-in.send"), "primary")
                : isAddressed && press(withPassword ? "code" : "email-code", t("sign-in.useCode"), "plain")}
              {ways.password && !withPassword && press("use-password", t("sign-in.usePassword"), "plain")}
            </div>
          </Form>
        )}
        {ways.passkey && (
          <PasskeySignIn next={next} isChecking={busy === "passkey"} refused={props.passkeyProblem} area={area} />
        )}
      </div>
      {ways.newAccounts && (
        <p className="text-14 text-pretty text-ink-soft">
          {isGuest ? t("sign-in.guest") : !withPassword && t("sign-in.new")}{" "}
          {ways.password && (
            <Link to={`/sign-up${query}`} className={LINK}>
              {t("sign-in.signUp")}
            </Link>
          )}
        </p>
      )}
    </AuthLayout>
  );
}

/** Shows how the last sign-in in this browser was done, if that way is still offered. */
function LastWay({ way, ways }: { way: SignInWay | null; ways: SignInWays }) {
  const t = useMessages();
  const text = () => {
    if (way === null) return null;
    if (way === "code") return (ways.code || ways.phone) && t("sign-in.lastCode");
    if (way === "passkey") return ways.passkey && t("sign-in.lastPasskey");
    if (way === "password") return ways.password && t("sign-in.lastPassword");
    const provider = ways.providers.find(({ id }) => way === `provider:${id}`);
    return provider && t.rich("sign-in.lastProvider", { name: <bdi key="name">{provider.name}</bdi> });
  };
  const shown = text();
  return shown ? <p className="text-14 text-pretty text-ink-soft">{shown}</p> : null;
}

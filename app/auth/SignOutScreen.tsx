import { Form } from "@remix-run/react";
import { useId } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { AuthLayout } from "./components/AuthLayout.tsx";
import { emptyPersonalStorage } from "./personalStorage.ts";

export interface SignOutScreenProps {
  /** `null`: signed out. `mail` is `null` for a guest. */
  account: { readonly mail: string | null } | null;
  busy: boolean;
  error?: ErrorCode;
}

/** `/sign-out`: the current user and the button. Posts `everywhere=on` for all devices. */
export function SignOutScreen({ account, busy, error }: SignOutScreenProps) {
  const t = useMessages();
  if (account === null)
    return (
      <AuthLayout path="/sign-out" heading={t("sign-out.title")}>
        <p className="text-pretty text-ink-soft">{t("sign-out.nobody")}</p>
        <Link to="/" className={buttonClass({ variant: "primary", size: "l" })}>
          {t("action.back")}
        </Link>
      </AuthLayout>
    );
  const { mail } = account;
  return (
    <AuthLayout path="/sign-out" heading={t("sign-out.title")}>
      <p className="text-pretty text-ink-soft">
        {mail === null
          ? t("sign-out.guest")
          : t.rich("sign-out.lede", {
              mail: (
                <bdi key="mail" className="font-strong wrap-anywhere text-ink">
                  {mail}
                </bdi>
              ),
            })}
      </p>
      <Form method="post" onSubmit={emptyPersonalStorage} className="grid gap-5">
        {mail !== null && <EverywhereCheckbox />}
        {error && <ErrorNotice code={error} shape="row" />}
        <Button type="submit" variant={mail === null ? "danger" : "primary"} size="l" busy={busy}>
          {busy ? t("sign-out.pressing") : t("sign-out.press")}
        </Button>
      </Form>
      {mail === null && (
        <Link to="/sign-in" className={buttonClass({ variant: "ghost" })}>
          {t("sign-out.keep")}
        </Link>
      )}
    </AuthLayout>
  );
}

function EverywhereCheckbox() {
  const t = useMessages();
  const id = useId();
  return (
    <div className="flex min-h-control items-start gap-3">
      <input
        id={id}
        type="checkbox"
        name="everywhere"
        aria-describedby={`${id}h`}
        className="mt-1 size-5 shrink-0 accent-(--accent)"
      />
      <div className="grid gap-0.5 leading-snug">
        <label htmlFor={id} className="font-strong">
          {t("sign-out.everywhere")}
        </label>
        <p id={`${id}h`} className="text-14 text-ink-soft">
          {t("sign-out.everywhereHint")}
        </p>
      </div>
    </div>
  );
}

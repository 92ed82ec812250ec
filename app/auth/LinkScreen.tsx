import { Form } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { AuthLayout } from "./components/AuthLayout.tsx";

export interface LinkScreenProps {
  /** `null`: the URL has no valid token. */
  link: { readonly mail: string; readonly token_hash: string; readonly type: string; readonly next: string } | null;
  /** Email of the current user, if signed in. */
  signedInAs: string | null;
  /** Whether this browser requested an email to the link's address. */
  requestedHere: boolean;
  busy: boolean;
  error?: ErrorCode;
}

/**
 * `/auth/confirm`: the button behind an emailed link, because programs follow links too. Names the account, because
 * anybody can send a link to their own. Posts `mail`, `token_hash`, `type`, `next`.
 */
export function LinkScreen({ link, signedInAs, requestedHere, busy, error }: LinkScreenProps) {
  const t = useMessages();
  const linkInvalid = link === null || error === "account/link-refused";
  if (linkInvalid)
    return (
      <AuthLayout path="/sign-in" heading={t("sign-in.link.title")}>
        <ErrorNotice code={error ?? "account/link-refused"} shape="row" />
        <Link
          to={link?.type === "recovery" ? "/recover" : "/sign-in"}
          className={buttonClass({ variant: "primary", size: "l" })}
        >
          {t("sign-in.link.again")}
        </Link>
      </AuthLayout>
    );
  return (
    <AuthLayout path={`/auth/confirm?${new URLSearchParams({ ...link })}`} heading={t("sign-in.link.title")}>
      <p className="text-pretty text-ink-soft">
        {t.rich("sign-in.link.lede", { mail: <Address key="mail" text={link.mail} /> })}
      </p>
      {!requestedHere && <p className="text-pretty text-ink-soft">{t("sign-in.link.elsewhere")}</p>}
      {signedInAs !== null && (
        <p className="text-pretty text-ink-soft">
          {t.rich("sign-in.link.instead", { mail: <Address key="mail" text={signedInAs} /> })}
        </p>
      )}
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="mail" value={link.mail} />
        <input type="hidden" name="token_hash" value={link.token_hash} />
        <input type="hidden" name="type" value={link.type} />
        <input type="hidden" name="next" value={link.next} />
        {error && <ErrorNotice code={error} shape="row" />}
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {busy ? t("sign-in.code.entering") : t("sign-in.code.enter")}
        </Button>
      </Form>
    </AuthLayout>
  );
}

const Address = ({ text }: { text: string }) => <bdi className="font-strong wrap-anywhere text-ink">{text}</bdi>;

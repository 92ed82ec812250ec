import { Form, useNavigation } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { factorPath } from "~/lib/postSignInPath.ts";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import type { LostFactorView } from "~/two-factor/factorResetPage.server.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";
import { AuthLayout } from "./components/AuthLayout.tsx";

interface LostFactorScreenProps {
  state: LostFactorView;
  next: string;
  error: ErrorCode | null;
}

/** `/sign-in/verify?lost`: asks the admins of the reader's workspaces to reset the second factor. Posts `intent=reset`. */
export function LostFactorScreen({ state, next, error }: LostFactorScreenProps) {
  const t = useMessages();
  const busy = useNavigation().formMethod === "POST";
  const path = factorPath(next);
  const lostPath = `${path}&lost=`;
  const { reset, due, can_ask, is_proven } = state;
  const ask = () => {
    if (!can_ask) return <p className="text-pretty">{t("factors.lost.nobody")}</p>;
    if (!is_proven)
      return (
        <>
          <p className="text-pretty">{t("factors.lost.stale")}</p>
          <Link to="/sign-out" className={buttonClass({ size: "l" })}>
            {t("factors.lost.again")}
          </Link>
        </>
      );
    return (
      <Form method="post" action={lostPath} className="grid">
        <input type="hidden" name="intent" value="reset" />
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {t("factors.lost.ask")}
        </Button>
      </Form>
    );
  };
  return (
    <AuthLayout path={lostPath} heading={t("factors.lost.title")}>
      <p className="text-pretty text-ink-soft">{t("factors.lost.text")}</p>
      <RequestErrorNotice />
      {error !== null && <ErrorNotice code={error} shape="row" />}
      {reset === null ? (
        ask()
      ) : (
        <p role="status" className="rounded-m bg-accent-soft px-4 py-3 text-pretty">
          {due === null ? t("factors.lost.asked") : t.rich("factors.lost.due", { date: <bdi>{due}</bdi> })}
        </p>
      )}
      <Link to={path} className="inline-flex min-h-control-s items-center text-14">
        {t("factors.lost.back")}
      </Link>
    </AuthLayout>
  );
}

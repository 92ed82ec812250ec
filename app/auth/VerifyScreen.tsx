import { Form, useNavigation } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { factorPath } from "~/lib/postSignInPath.ts";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import type { FactorProblem } from "~/lib/secondFactor.ts";
import { CodeField } from "~/two-factor/CodeField.tsx";
import { useProblemText } from "~/two-factor/useProblemText.ts";
import { Button } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import { AuthLayout } from "./components/AuthLayout.tsx";

interface VerifyScreenProps {
  email: string | null;
  next: string;
  /** Whether the person has recovery codes. */
  hasCodes: boolean;
  usesRecoveryCode: boolean;
  problem: FactorProblem | ErrorCode | null;
}

/** `/sign-in/verify`: the second step of a sign-in. Posts `code`; works without scripts. */
export function VerifyScreen({ email, next, hasCodes, usesRecoveryCode, problem }: VerifyScreenProps) {
  const t = useMessages();
  const error = useProblemText(problem);
  const busy = useNavigation().formMethod === "POST";
  const address = <bdi className="font-strong wrap-anywhere text-ink">{email}</bdi>;
  const path = factorPath(next);
  const recoveryPath = `${path}&recovery=`;
  return (
    <AuthLayout path={usesRecoveryCode ? recoveryPath : path} heading={t("factors.title")}>
      <p className="text-pretty text-ink-soft">
        {usesRecoveryCode
          ? t.rich("factors.signIn.recoveryText", { email: address })
          : t.rich("factors.signIn.text", { email: address })}
      </p>
      <RequestErrorNotice />
      <Form
        key={usesRecoveryCode ? "recovery" : "app"}
        method="post"
        action={usesRecoveryCode ? recoveryPath : path}
        noValidate
        className="grid gap-5"
      >
        <CodeField
          label={usesRecoveryCode ? t("factors.signIn.recoveryLabel") : t("factors.code")}
          error={error}
          accepts={usesRecoveryCode ? "recovery" : "app"}
          large={!usesRecoveryCode}
        />
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {t("factors.signIn.enter")}
        </Button>
      </Form>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line pt-4">
        {usesRecoveryCode ? (
          <Link to={path} className="inline-flex min-h-control-s items-center text-14">
            {t("factors.signIn.app")}
          </Link>
        ) : (
          hasCodes && (
            <Link to={recoveryPath} className="inline-flex min-h-control-s items-center text-14">
              {t("factors.signIn.recovery")}
            </Link>
          )
        )}
        <Link to={`${path}&lost=`} className="inline-flex min-h-control-s items-center text-14">
          {t("factors.lost")}
        </Link>
        <Link to="/sign-out" className="inline-flex min-h-control-s items-center text-14">
          {t("factors.signIn.out")}
        </Link>
      </div>
    </AuthLayout>
  );
}

import { Form } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { RequestErrorNotice } from "~/lib/RequestErrorNotice.tsx";
import type { FactorProblem } from "~/lib/secondFactor.ts";
import { useIsSending } from "~/settings/useIsSending.ts";
import { Button } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import { CodeField } from "./CodeField.tsx";
import { useProblemText } from "./useProblemText.ts";

interface ConfirmFactorScreenProps {
  /** The page's own address, with the page to return to. */
  path: string;
  next: string;
  problem: FactorProblem | ErrorCode | null;
}

/** `/settings/confirm` for people with a second factor: a fresh code of it. Works without JavaScript. */
export function ConfirmFactorScreen({ path, next, problem }: ConfirmFactorScreenProps) {
  const t = useMessages();
  const error = useProblemText(problem);
  const busy = useIsSending("factor");
  return (
    <section aria-labelledby="confirm" className="grid gap-4">
      <div>
        <h2 id="confirm" className="text-22 leading-snug font-head">
          {t("data.confirm.title")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t("factors.confirm.text")}</p>
      </div>
      <RequestErrorNotice />
      <Form method="post" action={path} noValidate className="grid gap-4">
        <input type="hidden" name="intent" value="factor" />
        <div className="max-w-60">
          <CodeField label={t("data.confirm.code")} error={error} accepts="app" />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" busy={busy}>
            {t("data.confirm.enter")}
          </Button>
          <Link to={next} className="inline-flex min-h-control items-center">
            {t("data.confirm.back")}
          </Link>
        </div>
      </Form>
    </section>
  );
}

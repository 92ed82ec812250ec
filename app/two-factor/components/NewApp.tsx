import { Form } from "@remix-run/react";
import Copy from "lucide-react/icons/copy";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { NewApp as App, FactorProblem } from "~/lib/secondFactor.ts";
import { useIsSending } from "~/settings/useIsSending.ts";
import { showShellToast } from "~/shell/lazy.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { Link } from "~/ui/Link.tsx";
import { CodeField } from "../CodeField.tsx";
import { factorsAction, factorsPath } from "../core/factorView.ts";
import { LazyQrCode } from "../lazy.tsx";
import { useProblemText } from "../useProblemText.ts";

interface NewAppProps {
  app: App;
  problem: FactorProblem | ErrorCode | null;
}

/** The secret of a new app, as a QR code and as text, and the field for its first code. Works without JavaScript by the text. */
export function NewApp({ app: { id, name, secret, uri }, problem }: NewAppProps) {
  const t = useMessages();
  const error = useProblemText(problem);
  const busy = useIsSending("verify");
  const copy = async () => {
    await navigator.clipboard.writeText(secret).then(
      () => showShellToast(t("factors.key.copied")),
      () => {},
    );
  };
  return (
    <section aria-labelledby="new-app" className="grid gap-4 rounded-l border border-line bg-raised p-4 s:p-5">
      <div>
        <h3 id="new-app" className="text-18 leading-snug font-head">
          {t("factors.scan.title")}
        </h3>
        <p className="mt-1 text-pretty text-ink-soft">{t("factors.scan")}</p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <div className="size-40 flex-none rounded-m border border-line">
          <LazyQrCode text={uri} label={t("factors.qr")} className="size-full" />
        </div>
        <div className="grid min-w-0 flex-1 basis-56 gap-2">
          <p className="text-14 font-strong">{t("factors.key")}</p>
          <code dir="ltr" className="text-14 leading-relaxed wrap-anywhere select-all" data-testid="factor-key">
            {secret.replace(/(.{4})(?=.)/gu, "$1 ")}
          </code>
          <Button size="s" onClick={() => void copy()} className="justify-self-start">
            <Copy className="size-4" />
            {t("action.copy")}
          </Button>
        </div>
      </div>
      <Form method="post" action={factorsAction({ add: "" })} preventScrollReset noValidate className="grid gap-4">
        <input type="hidden" name="intent" value="verify" />
        {Object.entries({ id, name, secret, uri }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <div className="max-w-60">
          <CodeField label={t("factors.code")} error={error} accepts="app" />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            {t("factors.turnOn")}
          </Button>
          <Link to={factorsPath()} preventScrollReset className={buttonClass()}>
            {t("factors.cancel")}
          </Link>
        </div>
      </Form>
    </section>
  );
}

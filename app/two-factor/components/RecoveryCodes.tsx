import { Form } from "@remix-run/react";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import { useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { FactorState } from "~/lib/secondFactor.ts";
import { useIsSending } from "~/settings/useIsSending.ts";
import { showShellToast } from "~/shell/lazy.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { type FactorsResult, factorsAction, RECOVERY_FILE } from "../core/factorView.ts";
import { ProblemNotice } from "./ProblemNotice.tsx";

interface RecoveryCodesProps {
  left: FactorState["recoveryCodes"];
  result: FactorsResult | null;
}

/** How many recovery codes are left, and a button for new ones. */
export function RecoveryCodes({ left, result }: RecoveryCodesProps) {
  const t = useMessages();
  const busy = useIsSending("codes");
  const failure = result?.kind === "failed" && result.intent === "codes" ? result : null;
  return (
    <div className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="leading-snug font-strong">{t("factors.codes.title")}</h3>
          <p className="mt-1 text-14 text-pretty text-ink-soft">
            {t("factors.codes.text")}{" "}
            {left === null ? t("factors.codes.none") : t("factors.codes.left", { left: left.remaining })}
          </p>
        </div>
        <Form method="post" action={factorsAction()} preventScrollReset>
          <input type="hidden" name="intent" value="codes" />
          <Button type="submit" size="s" busy={busy}>
            {left === null ? t("factors.codes.create") : t("factors.codes.renew")}
          </Button>
        </Form>
      </div>
      {failure && <ProblemNotice problem={failure.problem} />}
    </div>
  );
}

/** New codes, shown once. They take the focus. */
export function NewRecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useMessages();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => showShellToast(t("factors.codes.copied")),
      () => {},
    );
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="new-codes"
      className="grid gap-4 rounded-l border border-line bg-raised p-4 outline-none s:p-5"
    >
      <div>
        <h3 id="new-codes" className="text-18 leading-snug font-head">
          {t("factors.codes.new")}
        </h3>
        <p className="mt-1 text-pretty text-ink-soft">{t("factors.codes.once")}</p>
      </div>
      <ul dir="ltr" className="grid gap-x-6 gap-y-1 text-14 s:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="tracking-wide">{code.replace(/(.{4})(?=.)/gu, "$1-")}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy className="size-4.5" />
          {t("action.copy")}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={RECOVERY_FILE}
          className={buttonClass()}
        >
          <Download className="size-4.5" />
          {t("factors.codes.download")}
        </a>
      </div>
    </section>
  );
}

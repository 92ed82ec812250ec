import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { LinkField } from "../dialogs/LinkField.tsx";

const COPIED_MESSAGE_MS = 2_500;

/** Nobody else is here: the link, to be sent. */
export function AloneCard({ link, onCopy }: { link: string; onCopy(): Promise<boolean> }) {
  const t = useMessages();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <section className="grid min-h-0 [align-content:safe_center] overflow-auto rounded-l border border-line p-5 @s/call:p-8">
      <div className="mx-auto grid w-full max-w-105 gap-4">
        <div>
          <h2 className="text-18 leading-snug font-head @s/call:text-22">{t("call.alone.title")}</h2>
          <p className="mt-1.5 text-pretty text-ink-soft">{t("call.alone.text")}</p>
        </div>
        <div className="grid gap-2 @s/call:flex">
          <LinkField link={link} labelHidden className="min-w-0 flex-1" />
          <Button variant="primary" onClick={() => onCopy().then(setCopied)}>
            {copied ? <Check /> : <Copy />}
            {t("action.copy")}
          </Button>
        </div>
      </div>
    </section>
  );
}

import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import type { Moderation } from "~/call/moderation.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import type { AsyncActions } from "./useAsyncActions.ts";

/** Ends the old link, after asking once in its own place. */
export function RegenerateLink({ lead, presses }: { lead: Moderation; presses: AsyncActions }) {
  const t = useMessages();
  const [confirming, setConfirming] = useState(false);
  if (!confirming)
    return (
      <Button onClick={() => setConfirming(true)} className="justify-self-start">
        <RefreshCw />
        {t("people.share.newLink")}
      </Button>
    );
  return (
    <section aria-label={t("people.share.newLink.title")} className="grid gap-3 rounded-m bg-sunken p-4">
      <div className="leading-snug">
        <h3 className="font-strong">{t("people.share.newLink.title")}</h3>
        <p className="mt-1 text-14 text-pretty text-ink-soft">{t("people.share.newLink.text")}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="ghost"
          // The keyboard follows the question, to the answer that changes nothing.
          ref={(button) => button?.focus()}
          onClick={() => setConfirming(false)}
        >
          {t("people.cancel")}
        </Button>
        <Button
          variant="danger"
          busy={presses.isPending("link")}
          onClick={async () => {
            if (await presses.run("link", lead.rotateCode)) setConfirming(false);
          }}
        >
          {t("people.share.newLink.press")}
        </Button>
      </div>
    </section>
  );
}

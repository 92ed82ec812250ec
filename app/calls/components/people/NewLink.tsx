import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import type { Lead } from "../../core/lead.ts";
import type { Presses } from "./usePresses.ts";

/** Ends the old link, after asking once in its own place. */
export function NewLink({ lead, presses }: { lead: Lead; presses: Presses }) {
  const t = useMessages();
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button onClick={() => setAsking(true)} className="justify-self-start">
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
          onClick={() => setAsking(false)}
        >
          {t("people.cancel")}
        </Button>
        <Button
          variant="danger"
          busy={presses.busy("link")}
          onClick={async () => {
            if (await presses.press("link", lead.rotateCode)) setAsking(false);
          }}
        >
          {t("people.share.newLink.press")}
        </Button>
      </div>
    </section>
  );
}

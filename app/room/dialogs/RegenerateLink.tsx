import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { useRoom } from "../RoomProvider.tsx";
import type { AsyncActions } from "./useAsyncActions.ts";

/** Replaces the link after a confirmation in place. */
export function RegenerateLink({ actions }: { actions: AsyncActions }) {
  const t = useMessages();
  const { moderation } = useRoom();
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
          // Moves the focus to the button that changes nothing.
          ref={(button) => button?.focus()}
          onClick={() => setConfirming(false)}
        >
          {t("people.cancel")}
        </Button>
        <Button
          variant="danger"
          busy={actions.isPending("link")}
          onClick={async () => {
            if (await actions.run("link", moderation.rotateCode)) setConfirming(false);
          }}
        >
          {t("people.share.newLink.press")}
        </Button>
      </div>
    </section>
  );
}

import Copy from "lucide-react/icons/copy";
import { useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { showShellToast } from "~/shell/lazy.tsx";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { subscriptionAddress } from "../core/feedClient.ts";

/** A new address of the feed. It takes the focus, because the button that made it may be gone. */
export function FeedAddress({ address }: { address: string }) {
  const t = useMessages();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      showShellToast(t("planTools.feed.copied"));
    } catch {
      input.current?.select();
    }
  };
  return (
    <div className="mt-4 grid items-start gap-2 s:grid-cols-[minmax(0,1fr)_auto]">
      <Field label={t("planTools.feed.address")} hint={t("planTools.feed.once")}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            readOnly
            dir="ltr"
            value={address}
            onFocus={(event) => event.target.select()}
            className="truncate"
          />
        )}
      </Field>
      <Button variant="primary" onClick={() => void copy()} className="s:mt-7">
        <Copy className="size-4.5" />
        {t("action.copy")}
      </Button>
      <a
        href={subscriptionAddress(address)}
        className="text-14 text-accent underline decoration-1 underline-offset-4 s:col-span-2"
      >
        {t("planTools.feed.open")}
      </a>
    </div>
  );
}

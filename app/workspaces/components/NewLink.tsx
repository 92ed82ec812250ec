import Copy from "lucide-react/icons/copy";
import { useEffect, useRef } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { showShellToast } from "~/shell/lazy.tsx";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";

/** A link that is shown once. It takes the focus, because the button of another section may have made it. */
export function NewLink({ link }: { link: string }) {
  const t = useMessages();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      showShellToast(t("members.link.copied"));
    } catch {
      input.current?.select();
    }
  };
  return (
    <div className="grid items-start gap-2 s:grid-cols-[minmax(0,1fr)_auto]">
      <Field label={t("members.link.label")} hint={t("members.link.once")}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            readOnly
            dir="ltr"
            value={link}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <Button onClick={() => void copy()} className="s:mt-7">
        <Copy className="size-4.5" />
        {t("action.copy")}
      </Button>
    </div>
  );
}

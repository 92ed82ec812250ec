import X from "lucide-react/icons/x";
import { forwardRef, useId } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { SHORTCUT_KEYS } from "../shortcuts.ts";

interface ShortcutsDialogProps {
  enabled: boolean;
  onEnabled(enabled: boolean): void;
}

/** All shortcuts, and the switch that turns single keys off. Opened with `showModal()`. */
export const ShortcutsDialog = forwardRef<HTMLDialogElement, ShortcutsDialogProps>(function ShortcutsDialog(
  { enabled, onEnabled },
  ref,
) {
  const t = useMessages();
  const id = useId();
  const rows = [
    [t("call.microphone"), SHORTCUT_KEYS.microphone],
    [t("call.camera"), SHORTCUT_KEYS.camera],
    [t("call.chat"), SHORTCUT_KEYS.chat],
    [t("shortcuts.help"), SHORTCUT_KEYS.help],
    [t("shortcuts.close"), "Esc"],
  ] as const;
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className="m-auto w-full max-w-105 rounded-l border border-line bg-raised p-6 pt-4 text-ink shadow-3 backdrop:bg-overlay open:animate-rise"
    >
      <div className="flex items-center justify-between">
        <h2 id={id} className="text-18 leading-snug font-head">
          {t("shortcuts.title")}
        </h2>
        <form method="dialog" className="-me-2.5">
          <IconButton type="submit" label={t("action.close")} icon={<X />} />
        </form>
      </div>
      <dl className="mt-2">
        {rows.map(([label, key]) => (
          <div key={key} className="flex min-h-control items-center justify-between border-t border-line">
            <dt>{label}</dt>
            <dd>
              <kbd className="rounded-[4px] border border-line-strong px-2 py-0.5 font-sans text-14">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <label className="flex items-start gap-3 border-t border-line pt-4">
        <input
          type="checkbox"
          checked={enabled}
          onChange={(event) => onEnabled(event.target.checked)}
          className="mt-0.5 size-5 flex-none accent-accent"
        />
        <span>
          <span className="font-strong">{t("shortcuts.single")}</span>
          <span className="block text-14 text-ink-soft">{t("shortcuts.singleHint")}</span>
        </span>
      </label>
    </dialog>
  );
});

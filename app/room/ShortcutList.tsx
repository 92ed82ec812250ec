import { useMessages } from "~/i18n/I18nProvider.tsx";
import { SHORTCUT_KEYS } from "./controls/shortcuts.ts";

/** The keys of the call. Needs the namespace `keys`. */
export function ShortcutList() {
  const t = useMessages();
  const rows = [
    [t("shortcuts.microphone"), SHORTCUT_KEYS.microphone],
    [t("shortcuts.camera"), SHORTCUT_KEYS.camera],
    [t("shortcuts.talk"), t("shortcuts.space")],
    [t("shortcuts.hand"), SHORTCUT_KEYS.hand],
    [t("shortcuts.captions"), SHORTCUT_KEYS.captions],
    [t("shortcuts.chat"), SHORTCUT_KEYS.chat],
    [t("shortcuts.decision"), SHORTCUT_KEYS.decision],
    [t("shortcuts.task"), SHORTCUT_KEYS.task],
    [t("shortcuts.question"), SHORTCUT_KEYS.question],
    [t("shortcuts.help"), SHORTCUT_KEYS.help],
    [t("shortcuts.close"), "Esc"],
  ] as const;
  return (
    <dl>
      {rows.map(([label, key]) => (
        <div
          key={key}
          className="flex min-h-control items-center justify-between gap-4 border-t border-line first:border-t-0"
        >
          <dt>{label}</dt>
          <dd>
            <kbd dir="ltr" className="rounded-[4px] border border-line-strong px-2 py-0.5 font-sans text-14">
              {key}
            </kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}

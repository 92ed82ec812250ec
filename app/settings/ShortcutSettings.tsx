import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LazySingleKeysSwitch } from "./lazy.tsx";

/** Switches the single-key shortcuts of the call in this browser, without a save. */
export function ShortcutSettings() {
  const t = useMessages();
  return (
    <section aria-labelledby="keys" className="mt-10 grid gap-2 border-t border-line pt-8">
      <h2 id="keys" className="text-22 leading-snug font-head">
        {t("settings.keys")}
      </h2>
      <div className="min-h-18">
        <LazySingleKeysSwitch />
      </div>
    </section>
  );
}

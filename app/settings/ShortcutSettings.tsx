import { useMessages } from "~/i18n/I18nProvider.tsx";
import { lazyComponent } from "~/ui/lazy.tsx";

const LazySingleKeysSwitch = lazyComponent(
  [],
  async () => (await import("~/room/SingleKeysSwitch.tsx")).SingleKeysSwitch,
);

/** Single keys of the call, on or off in this browser. At once: nothing to save. */
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

import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LazyPrivateHintSwitch } from "./lazy.tsx";

/** Switches the private hints of the call in this browser, without a save. */
export function HintSettings() {
  const t = useMessages();
  return (
    <section aria-labelledby="hints" className="mt-10 grid gap-2 border-t border-line pt-8">
      <h2 id="hints" className="text-22 leading-snug font-head">
        {t("settings.hints")}
      </h2>
      <div className="min-h-18">
        <LazyPrivateHintSwitch className="flex-row-reverse" />
      </div>
    </section>
  );
}

import type { MediaMode } from "~/call/mediaMode.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";

/** Shows the reduced media mode, with a button to leave it. */
export function MediaModeBanner({ mode, onBack }: { mode: Exclude<MediaMode, "all">; onBack(): void }) {
  const t = useMessages();
  return (
    <p className="mx-auto flex max-w-full flex-wrap items-center justify-center gap-x-3 text-center text-14 leading-snug text-ink-soft">
      <span>{t(`call.modeNow.${mode}`)}</span>
      <button
        type="button"
        onClick={onBack}
        className="min-h-control-s text-accent underline underline-offset-3 pointer-coarse:min-h-control"
      >
        {t("call.modeBack")}
      </button>
    </p>
  );
}

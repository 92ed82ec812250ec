import { useMessages } from "~/i18n/I18nProvider.tsx";
import { pageShortLines } from "./shortLines.ts";

/** Under a short line that counts as readable. A click has it translated, in every view of this tab. */
export function TranslateAnywayButton({ lineId, className }: { lineId: string; className: string }) {
  const t = useMessages();
  return (
    <button type="button" onClick={() => pageShortLines.translateAnyway(lineId)} className={className}>
      {t("language.translateAnyway")}
    </button>
  );
}

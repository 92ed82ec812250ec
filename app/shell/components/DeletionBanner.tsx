import { useMemo } from "react";
import { useLocale, useMessages } from "~/i18n/I18nProvider.tsx";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { KeepForm } from "./KeepForm.tsx";
import { WarningBanner } from "./WarningBanner.tsx";

/** Above every account page in the week before the account is deleted. `at`: ISO 8601. */
export function DeletionBanner({ at }: { at: string }) {
  const t = useMessages();
  const languageTag = useLocale();
  const format = useDateFormatter(
    useMemo(() => ({ languageTag, timeZone: "UTC", timeZoneChosen: false }), [languageTag]),
  );
  const moment = Date.parse(at);
  return (
    <WarningBanner text={t("settings.deletion.planned", { date: format.date(moment, moment) })}>
      <KeepForm text={t("settings.deletion.keep")} action="/settings/data" />
    </WarningBanner>
  );
}

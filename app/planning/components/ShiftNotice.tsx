import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { localDay } from "../core/localHours.ts";
import type { TimesPreview } from "../core/previewTimes.ts";
import { cityOf } from "../core/zoneNames.ts";

interface ShiftNoticeProps {
  shifted: TimesPreview["shifted"];
  zone: string;
  formats: CalendarFormats;
}

/** Warns of the first day whose clocks skip or repeat the hour of a plan. */
export function ShiftNotice({ shifted, zone, formats }: ShiftNoticeProps) {
  const t = useMessages();
  if (shifted === null) return null;
  return (
    <p role="status" className="rounded-m bg-warning-soft px-4 py-3 text-14 text-warning">
      {t(`planForm.shift.${shifted.shift}`, {
        city: cityOf(zone),
        day: formats.dayAndMonth(localDay(formats.zone, shifted.startsAt)),
        time: formats.time(shifted.startsAt),
      })}
    </p>
  );
}

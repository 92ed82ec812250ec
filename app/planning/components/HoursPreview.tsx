import type { PlanTimes } from "#contracts/planning.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import type { PersonInZone } from "../core/fairView.ts";
import { localDay } from "../core/localHours.ts";
import { previewTimes } from "../core/previewTimes.ts";
import { cityOf } from "../core/zoneNames.ts";
import { LocalHour } from "./PlanPeople.tsx";

interface HoursPreviewProps {
  times: PlanTimes;
  people: readonly PersonInZone[];
  formats: CalendarFormats;
}

/** When the planned meeting is on the clock of each person, and the first day whose clocks skip or repeat its hour. */
export function HoursPreview({ times, people, formats }: HoursPreviewProps) {
  const t = useMessages();
  const { first, shifted } = previewTimes(times);
  if (first === null) return null;
  return (
    <div className="grid gap-2">
      {shifted !== null && (
        <p role="status" className="rounded-m bg-warning-soft px-4 py-3 text-14 text-warning">
          {t(`planForm.shift.${shifted.shift}`, {
            city: cityOf(times.zone),
            day: formats.dayAndMonth(localDay(formats.zone, shifted.startsAt)),
            time: formats.time(shifted.startsAt),
          })}
        </p>
      )}
      <ul aria-label={t("planForm.hours")} className="border-b border-line">
        {people.map(({ id, name, zone }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-3 border-t border-line py-2 text-14 leading-snug"
          >
            <span className="min-w-0">
              <bdi className="block wrap-anywhere">{name}</bdi>
              <bdi lang="en" className="block text-13 text-ink-soft">
                {cityOf(zone)}
              </bdi>
            </span>
            <LocalHour zone={zone} occurrence={first} formats={formats} />
          </li>
        ))}
      </ul>
    </div>
  );
}

import { parseLocal } from "#planning/localTime.ts";
import { resolveLocal } from "#planning/zones.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import type { PersonInZone } from "../core/fairView.ts";
import { type PlanFormValues, planFormError, startOf } from "../core/planForm.ts";
import { cityOf } from "../core/zoneNames.ts";
import { LocalHour } from "./PlanPeople.tsx";

interface HoursPreviewProps {
  values: PlanFormValues;
  people: readonly PersonInZone[];
  formats: CalendarFormats;
}

/** When the planned meeting is on the clock of each person, and whether clocks skip or repeat its hour. */
export function HoursPreview({ values, people, formats }: HoursPreviewProps) {
  const t = useMessages();
  const fault = planFormError({ ...values, title: "-" });
  if (fault === "start" || fault === "zone" || fault === "length") return null;
  const { instant, shift } = resolveLocal(values.zone, parseLocal(startOf(values)));
  const occurrence = { seriesId: "", key: "", startsAt: instant, endsAt: instant + values.length * 60_000 };
  return (
    <div className="grid gap-2">
      {shift !== null && (
        <p role="status" className="rounded-m bg-warning-soft px-4 py-3 text-14 text-warning">
          {t(`planForm.shift.${shift}`, { city: cityOf(values.zone), time: formats.time(instant) })}
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
            <LocalHour zone={zone} occurrence={occurrence} formats={formats} />
          </li>
        ))}
      </ul>
    </div>
  );
}

import ClockAlert from "lucide-react/icons/clock-alert";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import type { DetailsView } from "../calendarView.ts";
import { type CalendarFormats, createCalendarFormats } from "../core/calendarFormats.ts";
import type { ClockNote } from "../core/clockNotes.ts";
import { localDay, minuteOf } from "../core/localHours.ts";
import { cityOf } from "../core/zoneNames.ts";

interface ClockNotesProps {
  details: DetailsView;
  formats: CalendarFormats;
  /** Null: the reader may not change the series, or not here. */
  onKeep: ((note: ClockNote) => void) | null;
}

/** For whom the hour of the series will change, because clocks do. */
export function ClockNotes({ details, formats, onKeep }: ClockNotesProps) {
  const t = useMessages();
  const { clockNotes } = details;
  if (clockNotes.length === 0) return null;
  return (
    <div className="grid grid-cols-[20px_minmax(0,1fr)] gap-3 rounded-m bg-warning-soft px-4 py-3.5 text-14 leading-snug">
      <ClockAlert className="mt-px text-warning" />
      <div>
        <p className="font-strong text-warning">{t("planning.clocks")}</p>
        <ul className="mt-1 grid gap-1">
          {clockNotes.map((note) => (
            <Note key={note.zone} {...{ note, details, formats, onKeep }} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function Note({ note, details, formats, onKeep }: ClockNotesProps & { note: ClockNote }) {
  const t = useMessages();
  const { list } = useFormatters();
  const { zone, from, kept } = note;
  const names = details.invitees.flatMap((invitee) =>
    invitee.zone === zone && !invitee.isReader && invitee.name !== null ? [invitee.name] : [],
  );
  const there = createCalendarFormats(formats.languageTag, zone);
  const [day, time] = [there.dayAndMonth(localDay(there.zone, from)), there.time(from)];
  return (
    <li>
      {names.length === 0
        ? t("planning.clocksIn", { day, time, city: cityOf(zone) })
        : t.rich("planning.clocksFor", { day, time, names: <bdi>{list(names)}</bdi> })}
      {onKeep !== null && (
        <Button size="s" className="mt-2 flex!" onClick={() => onKeep(note)}>
          {t("planning.keepHour", { time: there.clock(minuteOf(kept)), city: cityOf(zone) })}
        </Button>
      )}
    </li>
  );
}

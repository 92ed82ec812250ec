import { useEffect, useMemo, useState } from "react";
import { deviceTimeZone, type ReaderLocale } from "~/lib/dates.ts";
import { type CalendarFormats, createCalendarFormats } from "./core/calendarFormats.ts";

/** Returns formats in the server's zone first. After hydration the device's zone is used, unless the reader chose one. */
export function useCalendarFormats({ languageTag, timeZone, timeZoneChosen }: ReaderLocale): CalendarFormats {
  const [device, setDevice] = useState<string | null>(null);
  useEffect(() => setDevice(deviceTimeZone()), []);
  const zone = timeZoneChosen ? timeZone : (device ?? timeZone);
  return useMemo(() => createCalendarFormats(languageTag, zone), [languageTag, zone]);
}

import { useEffect, useState } from "react";
import { deviceTimeZone, type FormattedDate, formatDates, type ReaderLocale } from "../../lib/dates.ts";

/**
 * Returns dates as the server formatted them. If the reader has chosen no time zone, it formats them in the device's
 * after hydration. Otherwise the server's texts stay, because this browser may format a date differently.
 */
export function useFormattedDates(
  reader: ReaderLocale,
  serverDates: Readonly<Record<string, FormattedDate>>,
): (at: string) => FormattedDate | undefined {
  const [localDates, setLocalDates] = useState<Readonly<Record<string, FormattedDate>> | null>(null);
  useEffect(() => {
    if (reader.timeZoneChosen) return setLocalDates(null);
    const timeZone = deviceTimeZone();
    if (timeZone !== reader.timeZone)
      setLocalDates(formatDates(Object.keys(serverDates), { ...reader, timeZone }, Date.now()));
  }, [reader, serverDates]);
  return (at) => localDates?.[at] ?? serverDates[at];
}

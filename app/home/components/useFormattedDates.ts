import { useEffect, useState } from "react";
import { type FormattedDate, formatDates, type ReaderLocale } from "../../lib/dates.ts";

/**
 * Moments as the server wrote them; where the reader chose no time zone, in their device's as soon as there are scripts.
 * The server's are kept otherwise: its words for a date may differ from this browser's.
 */
export function useFormattedDates(
  reader: ReaderLocale,
  serverDates: Readonly<Record<string, FormattedDate>>,
): (at: string) => FormattedDate | undefined {
  const [localDates, setLocalDates] = useState<Readonly<Record<string, FormattedDate>> | null>(null);
  useEffect(() => {
    if (reader.timeZoneChosen) return setLocalDates(null);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone !== reader.timeZone)
      setLocalDates(formatDates(Object.keys(serverDates), { ...reader, timeZone }, Date.now()));
  }, [reader, serverDates]);
  return (at) => localDates?.[at] ?? serverDates[at];
}

import { useEffect, useState } from "react";
import { createTimeFormatter, type TimeFormatter } from "./timeFormatter.ts";
import type { ReaderLocale } from "./transcriptView.ts";

/** As the server wrote them; where the reader chose no time zone, in their device's as soon as there are scripts. */
export function useTimeFormatter(reader: ReaderLocale): TimeFormatter {
  const [times, setTimes] = useState(() => createTimeFormatter(reader));
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (!reader.timeZoneChosen && timeZone !== reader.timeZone) setTimes(createTimeFormatter({ ...reader, timeZone }));
  }, [reader]);
  return times;
}

import { useEffect, useState } from "react";
import { createDateFormatter, type DateFormatter, deviceTimeZone, type ReaderLocale } from "./dates.ts";

/** Returns the server's formatter first. After hydration the device's time zone is used, unless the reader chose one. */
export function useDateFormatter(reader: ReaderLocale): DateFormatter {
  const [formatter, setFormatter] = useState(() => createDateFormatter(reader));
  useEffect(() => {
    const timeZone = deviceTimeZone();
    if (!reader.timeZoneChosen && timeZone !== reader.timeZone)
      setFormatter(createDateFormatter({ ...reader, timeZone }));
  }, [reader]);
  return formatter;
}

import { useMemo } from "react";
import type { DateFormatter } from "~/lib/dates.ts";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";

/** Returns the formatter of the reader's dates. `timeZone`: the one that they chose. */
export function useReaderDates(languageTag: string, timeZone: string | null): DateFormatter {
  const reader = useMemo(
    () => ({ languageTag, timeZone: timeZone ?? "UTC", timeZoneChosen: timeZone !== null }),
    [languageTag, timeZone],
  );
  return useDateFormatter(reader);
}

/** Points in time of a call as a reader writes them. */
import { withNoBreakSpaces } from "~/i18n/formatters.ts";
import type { ReaderLocale } from "./transcriptView.ts";

export interface TimeFormatter {
  /** `18:07:12`. */
  time(at: number): string;
  /** `18:07`. */
  shortTime(at: number): string;
  /** `Tuesday, 14 April 2026`. */
  fullDate(at: number): string;
  /** Seconds since midnight, where the reader is. */
  secondsOfDay(at: number): number;
}

export function createTimeFormatter({ languageTag, timeZone }: ReaderLocale): TimeFormatter {
  const make = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(languageTag, { ...options, timeZone });
  const time = make({ timeStyle: "medium" });
  const short = make({ timeStyle: "short" });
  const day = make({ dateStyle: "full" });
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return {
    time: (at) => withNoBreakSpaces(time.format(at)),
    shortTime: (at) => withNoBreakSpaces(short.format(at)),
    fullDate: (at) => day.format(at),
    secondsOfDay(at) {
      const [hours = 0, minutes = 0, seconds = 0] = parts
        .formatToParts(at)
        .flatMap(({ type, value }) => (type === "literal" ? [] : [Number(value)]));
      return hours * 3600 + minutes * 60 + seconds;
    },
  };
}

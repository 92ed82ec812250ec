/** Dates and times of the calendar, as the reader writes them. Dates are of the Gregorian calendar in each language. */
import { MINUTES_PER_DAY } from "#planning/localTime.ts";
import { isTimeZone } from "#planning/zones.ts";
import { NUMBERING_SYSTEM, withNoBreakSpaces } from "~/i18n/formatters.ts";
import type { DayRange } from "./calendarRange.ts";

/** Days are numbers since 1970-01-01, and instants milliseconds since then. */
export interface CalendarFormats {
  /** BCP 47. */
  readonly languageTag: string;
  /** The zone of the instants. */
  readonly zone: string;
  /** `Thu`. */
  weekday(day: number): string;
  /** `Thursday`. */
  longWeekday(day: number): string;
  /** `23`. */
  dayOfMonth(day: number): string;
  /** `Thursday 23 April 2026`. */
  fullDay(day: number): string;
  /** `Thursday 23 April`. */
  dayAndMonth(day: number): string;
  /** `April 2026`. */
  month(day: number): string;
  /** `20 – 26 April 2026`. */
  days(range: DayRange): string;
  /** `16:00`, of a minute of a day. */
  clock(minute: number): string;
  /** `16:30`. */
  time(at: number): string;
  /** `16:30 – 17:30`. */
  timeRange(from: number, to: number): string;
}

const MS_PER_DAY = MINUTES_PER_DAY * 60_000;

/** Each `Intl` format is created on first use. */
export function createCalendarFormats(languageTag: string, timeZone: string): CalendarFormats {
  const zone = isTimeZone(timeZone) ? timeZone : "UTC";
  const lazily = (options: Intl.DateTimeFormatOptions, inZone: string) => {
    let format: Intl.DateTimeFormat | undefined;
    const common = { calendar: "gregory", numberingSystem: NUMBERING_SYSTEM, timeZone: inZone };
    return () => (format ??= new Intl.DateTimeFormat(languageTag, { ...options, ...common }));
  };
  const ofDays = (options: Intl.DateTimeFormatOptions) => {
    const format = lazily(options, "UTC");
    return (day: number) => format().format(day * MS_PER_DAY);
  };
  const range = lazily({ day: "numeric", month: "long", year: "numeric" }, "UTC");
  const clock = lazily({ timeStyle: "short" }, "UTC");
  const time = lazily({ timeStyle: "short" }, zone);
  return {
    languageTag,
    zone,
    weekday: ofDays({ weekday: "short" }),
    longWeekday: ofDays({ weekday: "long" }),
    dayOfMonth: (day) => String(new Date(day * MS_PER_DAY).getUTCDate()),
    fullDay: ofDays({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    dayAndMonth: ofDays({ weekday: "long", day: "numeric", month: "long" }),
    month: ofDays({ month: "long", year: "numeric" }),
    // The spaces around the dash are not the same in all runtimes.
    days: ({ first, count }) =>
      range()
        .formatRange(first * MS_PER_DAY, (first + count - 1) * MS_PER_DAY)
        .replace(/\s/gu, " "),
    clock: (minute) => withNoBreakSpaces(clock().format(minute * 60_000)),
    time: (at) => withNoBreakSpaces(time().format(at)),
    timeRange: (from, to) => withNoBreakSpaces(time().formatRange(from, to)),
  };
}

/**
 * Returns the first day of the week where the language is spoken, from 0 for Monday. Only the server calls it: browsers do not agree
 * on the name of the function.
 */
export function firstWeekdayOf(languageTag: string): number {
  const locale: Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(languageTag);
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  return ((info?.firstDay ?? 1) + 6) % 7;
}

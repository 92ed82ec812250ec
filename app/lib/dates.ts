/** Points in time as a reader writes them. */
import { withNoBreakSpaces } from "~/i18n/formatters.ts";

/** How a reader writes times. `tag`: BCP 47. `certain`: they chose this time zone; else the page knows better. */
export interface ReaderLocale {
  readonly languageTag: string;
  readonly timeZone: string;
  readonly timeZoneChosen: boolean;
}

export interface FormattedDate {
  /** ISO 8601 with offset. */
  readonly at: string;
  /** `Apr`, `14`. */
  readonly month: string;
  readonly day: string;
  /** `14 April`; with the year when it is not this one. */
  readonly date: string;
  /** `18:00`. */
  readonly time: string;
}

/** The reader's own way to write the page's language (`en-GB` for `en`), of the tags that their browser asks for. */
export const preferredLanguageTag = (locale: string, acceptedTags: readonly string[]): string =>
  acceptedTags.find((tag) => tag.split("-")[0]?.toLowerCase() === locale && isLanguageTag(tag)) ?? locale;

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Whether times can be shown in it. The database has the last word. */
export function isTimeZone(name: string): boolean {
  try {
    // An offset (`+05:00`) would be taken too, but names no zone.
    return /^[A-Za-z]/u.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** One for each moment, by its ISO time. `now` decides which year goes without saying. */
export function formatDates(
  isoDates: readonly string[],
  reader: ReaderLocale,
  now: number,
): Record<string, FormattedDate> {
  const { languageTag } = reader;
  const timeZone = isTimeZone(reader.timeZone) ? reader.timeZone : "UTC";
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag, { ...options, timeZone });
  const year = format({ year: "numeric" });
  const month = format({ month: "short" });
  const day = format({ day: "numeric" });
  const date = format({ day: "numeric", month: "long" });
  const farDate = format({ day: "numeric", month: "long", year: "numeric" });
  const time = format({ timeStyle: "short" });
  const thisYear = year.format(now);
  return Object.fromEntries(
    isoDates.map((at) => {
      const instant = new Date(at);
      const isThisYear = year.format(instant) === thisYear;
      return [
        at,
        {
          at,
          month: month.format(instant),
          day: day.format(instant),
          date: (isThisYear ? date : farDate).format(instant),
          time: withNoBreakSpaces(time.format(instant)),
        },
      ];
    }),
  );
}

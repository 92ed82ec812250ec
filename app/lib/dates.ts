/** Dates and times as a reader writes them. */
import { NUMBERING_SYSTEM, withNoBreakSpaces } from "~/i18n/formatters.ts";

export interface ReaderLocale {
  /** BCP 47. */
  readonly languageTag: string;
  readonly timeZone: string;
  /** False: `timeZone` is the server's guess, and the device's own zone replaces it. */
  readonly timeZoneChosen: boolean;
}

/** Arguments are milliseconds since the epoch. */
export interface DateFormatter {
  /** `18:07:12`. */
  time(at: number): string;
  /** `18:07`. */
  shortTime(at: number): string;
  /** `Apr`. */
  month(at: number): string;
  /** `14`. */
  day(at: number): string;
  /** `14 April`; with the year unless `now` is in the same year. */
  date(at: number, now: number): string;
  /** `Tuesday, 14 April 2026`. */
  fullDate(at: number): string;
}

export interface FormattedDate {
  /** ISO 8601 with offset. */
  readonly at: string;
  /** `Apr`, `14`. */
  readonly month: string;
  readonly day: string;
  /** `14 April`; with the year unless it is the current one. */
  readonly date: string;
  /** `18:00`. */
  readonly time: string;
}

/** Returns the first accepted tag in the page's language (`en-GB` for `en`), or the language itself. */
export const preferredLanguageTag = (locale: string, acceptedTags: readonly string[]): string =>
  acceptedTags.find((tag) => tag.split("-")[0]?.toLowerCase() === locale && isLanguageTag(tag)) ?? locale;

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Returns true if `Intl` knows the time zone. The database checks the name again. */
export function isTimeZone(name: string): boolean {
  try {
    // Intl also accepts an offset (`+05:00`), which names no zone.
    return /^[A-Za-z]/u.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An unknown time zone is replaced by UTC. Each `Intl` format is created on first use. */
export function createDateFormatter(reader: Pick<ReaderLocale, "languageTag" | "timeZone">): DateFormatter {
  const timeZone = isTimeZone(reader.timeZone) ? reader.timeZone : "UTC";
  const lazyFormat = (options: Intl.DateTimeFormatOptions, languageTag = reader.languageTag) => {
    let format: Intl.DateTimeFormat | undefined;
    return () =>
      (format ??= new Intl.DateTimeFormat(languageTag, { ...options, timeZone, numberingSystem: NUMBERING_SYSTEM }));
  };
  const time = lazyFormat({ timeStyle: "medium" });
  const shortTime = lazyFormat({ timeStyle: "short" });
  const month = lazyFormat({ month: "short" });
  const day = lazyFormat({ day: "numeric" });
  const year = lazyFormat({ year: "numeric" });
  const date = lazyFormat({ day: "numeric", month: "long" });
  const dateWithYear = lazyFormat({ day: "numeric", month: "long", year: "numeric" });
  const fullDate = lazyFormat({ dateStyle: "full" });
  return {
    time: (at) => withNoBreakSpaces(time().format(at)),
    shortTime: (at) => withNoBreakSpaces(shortTime().format(at)),
    month: (at) => month().format(at),
    day: (at) => day().format(at),
    date: (at, now) => (year().format(at) === year().format(now) ? date() : dateWithYear()).format(at),
    fullDate: (at) => fullDate().format(at),
  };
}

/** Returns the formatted dates by their ISO text. `now` decides the year that is left out. */
export function formatDates(
  isoDates: readonly string[],
  reader: ReaderLocale,
  now: number,
): Record<string, FormattedDate> {
  const format = createDateFormatter(reader);
  return Object.fromEntries(
    isoDates.map((iso) => {
      const at = Date.parse(iso);
      return [
        iso,
        {
          at: iso,
          month: format.month(at),
          day: format.day(at),
          date: format.date(at, now),
          time: format.shortTime(at),
        },
      ];
    }),
  );
}

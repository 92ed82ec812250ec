/** The range of dates of `/insights`, and the periods that it is divided into. Days are `2026-04-14`. */
import { MEASURE_LIMITS } from "#contracts/measures.ts";
import type { DayPrecision } from "../../lib/figureFormats.ts";

const DAY_MS = 86_400_000;

/** Days of each choice. */
export const RANGE_DAYS = { week: 7, month: 28, quarter: 84, year: MEASURE_LIMITS.days - 1 } as const;
export type RangeName = keyof typeof RANGE_DAYS;
export const RANGE_NAMES = ["week", "month", "quarter", "year"] as const satisfies readonly RangeName[];
export const DEFAULT_RANGE: RangeName = "quarter";

export interface DateRange {
  /** Both days are included. */
  readonly from: string;
  readonly until: string;
  /** Null for dates that the reader chose. */
  readonly name: RangeName | null;
}

const toIsoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Returns whether the text is a day of the calendar. */
function isIsoDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/u.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && toIsoDay(at) === text;
}

/** Returns the day of a moment in a time zone. */
export function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
    .formatToParts(at)
    .map(({ type, value }) => [type, value] as const);
  const { year, month, day } = Object.fromEntries(parts);
  return `${year}-${month}-${day}`;
}

const rangeOf = (name: RangeName, today: string): DateRange => ({
  from: toIsoDay(Date.parse(today) - (RANGE_DAYS[name] - 1) * DAY_MS),
  until: today,
  name,
});

/** Reads `?range=` or `?from=&until=`. Dates that make no range fall back to the default. */
export function parseRange(search: URLSearchParams, today: string): DateRange {
  const [from, until] = [search.get("from") ?? "", search.get("until") ?? ""];
  if (isIsoDay(from) && isIsoDay(until)) {
    const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
    if (days >= 1 && days <= MEASURE_LIMITS.days) return { from, until, name: null };
  }
  const name = RANGE_NAMES.find((known) => known === search.get("range"));
  return rangeOf(name ?? DEFAULT_RANGE, today);
}

/** Returns the range as parameters of an address. */
export const rangeSearch = ({ name, from, until }: DateRange): Record<string, string> =>
  name === null ? { from, until } : { range: name };

type Period = "day" | "week" | "month";
/** Columns that fit a phone. */
const MAX_COLUMNS = 31;

export interface PeriodCount {
  /** First day. */
  readonly day: string;
  readonly calls: number;
  readonly seconds: number;
}

function periodOf({ from, until }: Pick<DateRange, "from" | "until">): Period {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  if (days <= MAX_COLUMNS) return "day";
  return days <= MAX_COLUMNS * 7 ? "week" : "month";
}

function startOfPeriod(day: string, period: Period): string {
  switch (period) {
    case "day":
      return day;
    case "week": {
      const at = Date.parse(day);
      // Weeks begin on Monday (ISO 8601).
      return toIsoDay(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS);
    }
    case "month":
      return `${day.slice(0, 7)}-01`;
    default:
      return period satisfies never;
  }
}

/** Sums days into the periods of the range, also those without a call. */
export function countByPeriod(
  range: Pick<DateRange, "from" | "until">,
  days: readonly PeriodCount[],
): { readonly period: Period; readonly precision: DayPrecision; readonly counts: readonly PeriodCount[] } {
  const period = periodOf(range);
  const counts = new Map<string, PeriodCount>();
  for (let at = Date.parse(range.from); at <= Date.parse(range.until); at += DAY_MS) {
    const day = startOfPeriod(toIsoDay(at), period);
    if (!counts.has(day)) counts.set(day, { day, calls: 0, seconds: 0 });
  }
  for (const { day, calls, seconds } of days) {
    const key = startOfPeriod(day, period);
    const sum = counts.get(key) ?? { day: key, calls: 0, seconds: 0 };
    counts.set(key, { day: key, calls: sum.calls + calls, seconds: sum.seconds + seconds });
  }
  return { period, precision: period === "month" ? "month" : "day", counts: [...counts.values()] };
}

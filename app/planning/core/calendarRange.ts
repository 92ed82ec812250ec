/** The days that the calendar shows. Days are numbers since 1970-01-01, weekdays from 0 for Monday. */
import { isLocalTime } from "#contracts/planning.ts";
import {
  dateOfDay,
  dayNumber,
  dayOf,
  formatLocal,
  MINUTES_PER_DAY,
  parseLocal,
  weekdayOf,
} from "#planning/localTime.ts";

export const CALENDAR_MODES = ["month", "week", "agenda"] as const;
export type CalendarMode = (typeof CALENDAR_MODES)[number];

export const isCalendarMode = (value: unknown): value is CalendarMode => CALENDAR_MODES.some((mode) => mode === value);

export const DAYS_PER_WEEK = 7;

export interface DayRange {
  readonly first: number;
  readonly count: number;
}

export const hasDay = ({ first, count }: DayRange, day: number): boolean => day >= first && day < first + count;

/** Reads `2026-04-23`. Returns null for dates that do not exist, or that no meeting can have. */
export const parseDay = (text: string | null): number | null =>
  text !== null && isLocalTime(`${text}T00:00`) ? dayOf(parseLocal(`${text}T00:00`)) : null;

export const formatDay = (day: number): string => formatLocal(day * MINUTES_PER_DAY).slice(0, 10);

/** Returns the first day of the week that contains the day. */
export const weekOf = (day: number, firstWeekday: number): number =>
  day - ((weekdayOf(day) - firstWeekday + DAYS_PER_WEEK) % DAYS_PER_WEEK);

const monthOf = (day: number, by: number): number => {
  const { year, month } = dateOfDay(day);
  return dayNumber(year, month + by, 1);
};

/** A month is shown in whole weeks, and as an agenda by its own days. */
export function rangeOf(mode: CalendarMode, day: number, firstWeekday: number): DayRange {
  if (mode === "week") return { first: weekOf(day, firstWeekday), count: DAYS_PER_WEEK };
  const [month, next] = [monthOf(day, 0), monthOf(day, 1)];
  if (mode === "agenda") return { first: month, count: next - month };
  const first = weekOf(month, firstWeekday);
  return { first, count: weekOf(next - 1, firstWeekday) + DAYS_PER_WEEK - first };
}

/** Returns a day of the period before or after. */
export const steppedDay = (mode: CalendarMode, day: number, by: -1 | 1): number =>
  mode === "week" ? day + by * DAYS_PER_WEEK : monthOf(day, by);

export const isInMonth = (day: number, anchor: number): boolean => dateOfDay(day).month === dateOfDay(anchor).month;

export const daysOf = ({ first, count }: DayRange): number[] =>
  Array.from({ length: count }, (_none, at) => first + at);

/** Splits the days into weeks. */
export const weeksOf = ({ first, count }: DayRange): number[][] =>
  Array.from({ length: Math.ceil(count / DAYS_PER_WEEK) }, (_none, week) =>
    daysOf({ first: first + week * DAYS_PER_WEEK, count: DAYS_PER_WEEK }),
  );

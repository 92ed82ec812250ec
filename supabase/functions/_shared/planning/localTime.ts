/** Local times as minutes since 1970-01-01T00:00 of no particular zone, and dates as days since then. */
import { PLAN_YEARS } from "../contracts/planning.ts";

export const MINUTES_PER_DAY = 1_440;
const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

export const dayNumber = (year: number, month: number, day: number): number =>
  Math.round(Date.UTC(year, month - 1, day) / MS_PER_DAY);

const DAYS_PER_ERA = 146_097;
/** Days from 0000-03-01, with which the arithmetic counts years, to 1970-01-01. */
const DAYS_BEFORE_EPOCH = 719_468;

/** Counts in eras of 400 years that start in March, so that a leap day is the last of its year. Much faster than `Date`. */
export function dateOfDay(day: number): { year: number; month: number; day: number } {
  const shifted = day + DAYS_BEFORE_EPOCH;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const leapDays = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * dayOfYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * march + 2) / 5) + 1,
  };
}

export const dayOf = (minutes: number): number => Math.floor(minutes / MINUTES_PER_DAY);

/** Returns 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Accepts what the contract `localTime` accepts. */
export const parseLocal = (text: string): number => Date.parse(`${text}:00Z`) / MS_PER_MINUTE;

export const formatLocal = (minutes: number): string => new Date(minutes * MS_PER_MINUTE).toISOString().slice(0, 16);

/** The minute after the last one that can be planned. */
export const END_MINUTE = dayNumber(PLAN_YEARS.last + 1, 1, 1) * MINUTES_PER_DAY;

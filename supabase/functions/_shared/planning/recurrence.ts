/**
 * Expands a rule of RFC 5545 from a local time. A day is an occurrence if it passes all parts of the rule, which is what the
 * table of section 3.3.10 comes to. Parts that the rule leaves open follow from the first occurrence.
 */
import { type PlanRule, WEEKDAYS } from "../contracts/planning.ts";
import { PLANNING } from "../contracts/planningLimits.ts";
import { dateOfDay, dayNumber, dayOf, END_MINUTE, MINUTES_PER_DAY, weekdayOf } from "./localTime.ts";

/** A 29th of February on a given weekday comes back within 40 years. A rule without a match for longer has none. */
const MAX_EMPTY_PERIODS = 60;
const MAX_EMPTY_DAYS = 22_000;

const LAST_DAY = dayOf(END_MINUTE) - 1;

/** Days from `first` to `last`, from which a rule chooses at once. */
interface Period {
  first: number;
  last: number;
}

/** Returns the periods of the rule by their index from the one of the first occurrence. */
function periodsOf(rule: PlanRule, startDay: number): { at: (index: number) => Period; longestDays: number } {
  const interval = rule.interval ?? 1;
  const { year, month } = dateOfDay(startDay);
  switch (rule.freq) {
    case "daily":
      return { longestDays: interval, at: (index) => onDays(startDay + index * interval, 1) };
    case "weekly": {
      const weekStart = startDay - ((weekdayOf(startDay) - WEEKDAYS.indexOf(rule.wkst ?? "MO") + 7) % 7);
      return { longestDays: 7 * interval, at: (index) => onDays(weekStart + index * 7 * interval, 7) };
    }
    case "monthly":
      return { longestDays: 31 * interval, at: (index) => monthPeriod(year, month + index * interval) };
    case "yearly":
      return { longestDays: 366 * interval, at: (index) => yearPeriod(year + index * interval) };
  }
}

const onDays = (first: number, days: number): Period => ({ first, last: first + days - 1 });
const monthPeriod = (year: number, month: number): Period => ({
  first: dayNumber(year, month, 1),
  last: dayNumber(year, month + 1, 1) - 1,
});
const yearPeriod = (year: number): Period => ({ first: dayNumber(year, 1, 1), last: dayNumber(year + 1, 1, 1) - 1 });

type DayTest = (day: number) => boolean;

/** Returns whether a list has the number of a day, counted from the first or, as a negative number, from the last. */
const hasPlace = (list: ReadonlySet<number>, day: number, { first, last }: Period): boolean =>
  list.has(day - first + 1) || list.has(day - last - 1);

/** Returns the day on which week 1 of the year starts: the first week with at least four days in the year. */
function firstWeek(year: number, weekStart: number): number {
  const newYear = dayNumber(year, 1, 1);
  const daysBefore = (weekdayOf(newYear) - weekStart + 7) % 7;
  return newYear - daysBefore + (daysBefore > 3 ? 7 : 0);
}

function weekNumberTest(rule: PlanRule, list: ReadonlySet<number>): DayTest {
  const weekStart = WEEKDAYS.indexOf(rule.wkst ?? "MO");
  return (day) => {
    const { year } = dateOfDay(day);
    const weekYear = [year + 1, year].find((candidate) => day >= firstWeek(candidate, weekStart)) ?? year - 1;
    const first = firstWeek(weekYear, weekStart);
    const weeks = (firstWeek(weekYear + 1, weekStart) - first) / 7;
    const week = Math.floor((day - first) / 7) + 1;
    return list.has(week) || list.has(week - weeks - 1);
  };
}

/** Returns the test for "the second Monday", which counts within the month, or within the year if the rule names no month. */
function weekdayTest(rule: PlanRule, byday: NonNullable<PlanRule["byday"]>): DayTest {
  const plain = new Set(byday.filter(({ nth }) => nth === undefined).map(({ day }) => WEEKDAYS.indexOf(day)));
  const counted = new Set(
    byday.flatMap(({ day, nth }) => (nth === undefined ? [] : [countedWeekday(WEEKDAYS.indexOf(day), nth)])),
  );
  if (counted.size === 0) return (day) => plain.has(weekdayOf(day));
  const withinMonth = rule.freq === "monthly" || rule.bymonth !== undefined;
  return (day) => {
    const weekdayIndex = weekdayOf(day);
    if (plain.has(weekdayIndex)) return true;
    const { year, month } = dateOfDay(day);
    const { first, last } = withinMonth ? monthPeriod(year, month) : yearPeriod(year);
    const fromStart = Math.floor((day - first) / 7) + 1;
    const fromEnd = -Math.floor((last - day) / 7) - 1;
    return counted.has(countedWeekday(weekdayIndex, fromStart)) || counted.has(countedWeekday(weekdayIndex, fromEnd));
  };
}

/** Returns one number for the weekday and its place, which is at most 53. */
const countedWeekday = (weekdayIndex: number, nth: number): number => nth * 7 + weekdayIndex;

/** Adds the parts that follow from the first occurrence. */
function completed(rule: PlanRule, startDay: number): PlanRule {
  const { month, day } = dateOfDay(startDay);
  if (rule.byday !== undefined || rule.bymonthday !== undefined || rule.byyearday !== undefined) return rule;
  const sameWeekday = WEEKDAYS[weekdayOf(startDay)] ?? "MO";
  if (rule.freq === "weekly" || rule.byweekno !== undefined) return { ...rule, byday: [{ day: sameWeekday }] };
  if (rule.freq === "monthly") return { ...rule, bymonthday: [day] };
  if (rule.freq === "yearly") return { ...rule, bymonth: rule.bymonth ?? [month], bymonthday: [day] };
  return rule;
}

/** Returns the parts of a period that are in the rule's months. */
function withinMonths({ first, last }: Period, months: readonly number[] | null): Period[] {
  if (months === null) return [{ first, last }];
  const { year, month } = dateOfDay(first);
  // A week has parts of two months, and everything else but a year lies within one.
  const next = dateOfDay(last);
  const candidates = last - first > 31 ? months : months.filter((one) => one === month || one === next.month);
  return candidates
    .map((one) => monthPeriod(one < month ? next.year : year, one))
    .map((part) => ({ first: Math.max(first, part.first), last: Math.min(last, part.last) }));
}

function testsOf(rule: PlanRule): DayTest[] {
  const tests: DayTest[] = [];
  const { byweekno, byyearday, bymonthday, byday } = rule;
  if (byday !== undefined) tests.push(weekdayTest(rule, byday));
  if (bymonthday !== undefined) {
    const days = new Set(bymonthday);
    tests.push((day) => {
      const { year, month } = dateOfDay(day);
      return hasPlace(days, day, monthPeriod(year, month));
    });
  }
  if (byyearday !== undefined) {
    const days = new Set(byyearday);
    tests.push((day) => hasPlace(days, day, yearPeriod(dateOfDay(day).year)));
  }
  if (byweekno !== undefined) tests.push(weekNumberTest(rule, new Set(byweekno)));
  return tests;
}

const ascending = (a: number, b: number) => a - b;

/** Returns the minutes of the day at which the rule starts a meeting. */
function minutesOfDay(rule: PlanRule, start: number): number[] {
  const minute = start - dayOf(start) * MINUTES_PER_DAY;
  const hours = rule.byhour ?? [Math.floor(minute / 60)];
  const minutes = rule.byminute ?? [minute % 60];
  return hours.flatMap((hour) => minutes.map((within) => hour * 60 + within)).sort(ascending);
}

/** Yields the starts on these days, or those at the chosen places, in order. The list of all of them is never made. */
function* startsOn(days: readonly number[], times: readonly number[], places: readonly number[] | null) {
  if (places === null) {
    for (const day of days) for (const time of times) yield day * MINUTES_PER_DAY + time;
    return;
  }
  const size = days.length * times.length;
  const indexes = new Set(places.map((place) => (place > 0 ? place - 1 : size + place)));
  for (const index of [...indexes].sort(ascending)) {
    const day = days[Math.floor(index / times.length)];
    const time = times[index % times.length];
    if (day !== undefined && time !== undefined) yield day * MINUTES_PER_DAY + time;
  }
}

/** Days and periods that may still be looked at. Expansions can share it. It is below 0 once it has ended one of them. */
export interface Budget {
  left: number;
}

export interface Expansion {
  /** The first minute that is returned. Counting still starts at the first occurrence. */
  from?: number;
  /** The last minute that is returned. */
  to?: number;
  limit?: number;
  budget?: Budget;
}

/**
 * Returns the minutes at which the occurrences start, in order. `start` itself is one only if it passes the rule.
 * `until` is the rule's own as a minute.
 */
export function expandRule(
  given: PlanRule,
  start: number,
  until: number,
  { from = start, to = END_MINUTE - 1, limit = PLANNING.occurrences, budget }: Expansion = {},
): number[] {
  const startDay = dayOf(start);
  const rule = completed(given, startDay);
  const tests = testsOf(rule);
  const times = minutesOfDay(rule, start);
  const places = rule.bysetpos ?? null;
  const months = rule.bymonth === undefined ? null : [...rule.bymonth].sort(ascending);
  const periods = periodsOf(rule, startDay);
  const last = Math.min(until, to, END_MINUTE - 1);
  const found: number[] = [];
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  // A counted rule is counted from its start. Others skip the periods that end before `from`.
  const skipped = rule.count === undefined ? Math.floor((dayOf(from) - startDay) / periods.longestDays) - 1 : 0;
  // Places count from the beginning of the period.
  const firstDay = places !== null ? Number.NEGATIVE_INFINITY : rule.count === undefined ? dayOf(from) : startDay;
  const maxEmpty = Math.max(MAX_EMPTY_PERIODS, MAX_EMPTY_DAYS / periods.longestDays);
  let empty = 0;
  for (let index = Math.max(0, skipped); empty < maxEmpty && left > 0 && found.length < limit; index += 1) {
    const period = periods.at(index);
    if (period.first > LAST_DAY || period.first * MINUTES_PER_DAY > last) break;
    const parts = withinMonths(period, months);
    if (budget !== undefined) {
      budget.left -= parts.reduce((sum, part) => sum + part.last - part.first + 1, 1);
      if (budget.left < 0) return found;
    }
    const days: number[] = [];
    for (const part of parts)
      for (let day = Math.max(part.first, firstDay); day <= part.last; day += 1)
        if (tests.every((passes) => passes(day))) days.push(day);
    empty += 1;
    for (const minute of startsOn(days, times, places)) {
      empty = 0;
      if (minute < start) continue;
      if (minute > last || left === 0 || found.length === limit) return found;
      left -= 1;
      if (minute >= from) found.push(minute);
    }
  }
  return found;
}

/** The repetition of a plan as fields of a form. */
import { type PlanRule, WEEKDAYS, type Weekday } from "#contracts/planning.ts";
import { PLANNING } from "#contracts/planningLimits.ts";
import { dateOfDay, dayNumber, weekdayOf } from "#planning/localTime.ts";
import { formatDay, parseDay } from "./calendarRange.ts";

/** `nth`: a weekday of the month, such as the second Monday. `kept`: a rule that the form cannot express stays as it is. */
export const REPEAT_KINDS = ["never", "daily", "weekly", "monthly", "nth", "yearly", "kept"] as const;
type RepeatKind = (typeof REPEAT_KINDS)[number];

export interface RepeatValues {
  readonly kind: RepeatKind;
  readonly interval: number;
  /** Days of a week. Empty: the weekday of the date. */
  readonly days: readonly Weekday[];
  readonly end: "never" | "until" | "count";
  /** `2026-12-31`. */
  readonly until: string;
  readonly count: number;
}

export const NO_REPEAT: RepeatValues = { kind: "never", interval: 1, days: [], end: "never", until: "", count: 10 };

export const weekdayNameOf = (day: number): Weekday => WEEKDAYS[weekdayOf(day)] ?? "MO";

/** Returns which one of its weekday in the month a day is, with -1 for a fifth, because not all months have one. */
export function nthOf(day: number): number {
  const nth = Math.ceil(dateOfDay(day).day / 7);
  return nth > 4 ? -1 : nth;
}

/** Returns the fields for a stored rule. `startDay`: the day of the first occurrence. */
export function repeatValues(rule: PlanRule | null, startDay: number): RepeatValues {
  if (rule === null) return NO_REPEAT;
  const { interval = 1, until, count } = rule;
  const common: RepeatValues = {
    ...NO_REPEAT,
    kind: "kept",
    interval,
    ...(until !== undefined && { end: "until", until: until.slice(0, 10) }),
    ...(count !== undefined && { end: "count", count }),
  };
  const kind = kindOf(rule, startDay);
  if (kind !== "weekly") return { ...common, kind };
  const days = (rule.byday ?? []).map(({ day }) => day);
  const isOwn = days.length === 1 && days[0] === weekdayNameOf(startDay);
  return { ...common, kind, days: isOwn ? [] : days };
}

function kindOf(rule: PlanRule, startDay: number): RepeatKind {
  const { freq, byday, bymonthday, wkst, bymonth, byweekno, byyearday, byhour, byminute, bysetpos } = rule;
  if ([bymonth, byweekno, byyearday, byhour, byminute, bysetpos].some((part) => part !== undefined)) return "kept";
  // The first day of a week counts only if weeks are left out.
  if (wkst !== undefined && wkst !== "MO" && freq === "weekly" && (rule.interval ?? 1) > 1) return "kept";
  if (freq === "weekly") return byday?.some(({ nth }) => nth !== undefined) ? "kept" : "weekly";
  if (freq !== "monthly") return byday === undefined && bymonthday === undefined ? freq : "kept";
  if (byday === undefined) {
    const { day } = dateOfDay(startDay);
    return bymonthday === undefined || (bymonthday.length === 1 && bymonthday[0] === day) ? "monthly" : "kept";
  }
  const [only] = byday;
  const isNth = byday.length === 1 && bymonthday === undefined && only !== undefined;
  return isNth && only.day === weekdayNameOf(startDay) && only.nth === nthOf(startDay) ? "nth" : "kept";
}

/** Returns the rule for the fields. `kept`: the stored rule. */
export function ruleOf(values: RepeatValues, startDay: number, kept: PlanRule | null): PlanRule | null {
  const { kind, days } = values;
  if (kind === "never") return null;
  if (kind === "kept") return kept;
  const interval = values.interval === 1 ? {} : { interval: values.interval };
  const end =
    values.end === "until" ? { until: `${values.until}T23:59` } : values.end === "count" ? { count: values.count } : {};
  switch (kind) {
    case "weekly": {
      const own = weekdayNameOf(startDay);
      const chosen = WEEKDAYS.filter((day) => (days.length === 0 ? day === own : days.includes(day)));
      return { freq: "weekly", ...interval, byday: chosen.map((day) => ({ day })), ...end };
    }
    case "monthly":
      return { freq: "monthly", ...interval, bymonthday: [dateOfDay(startDay).day], ...end };
    case "nth":
      return { freq: "monthly", ...interval, byday: [{ day: weekdayNameOf(startDay), nth: nthOf(startDay) }], ...end };
    default:
      return { freq: kind, ...interval, ...end };
  }
}

export type RepeatError = "interval" | "until" | "count";

/** Returns the field that is wrong, or null. */
export function repeatError(values: RepeatValues, startDay: number): RepeatError | null {
  const { kind, interval, end, until, count } = values;
  if (kind === "never" || kind === "kept") return null;
  const { min, max } = PLANNING.interval;
  if (!Number.isInteger(interval) || interval < min || interval > max) return "interval";
  if (end === "until" && (parseDay(until) ?? -1) < startDay) return "until";
  const isCount = Number.isInteger(count) && count >= 1 && count <= PLANNING.occurrences;
  return end === "count" && !isCount ? "count" : null;
}

/** Returns the day three months later, as a first proposal for the end. */
export function proposedUntil(startDay: number): string {
  const { year, month, day } = dateOfDay(startDay);
  return formatDay(Math.min(dayNumber(year, month + 3, day), dayNumber(year, month + 4, 1) - 1));
}

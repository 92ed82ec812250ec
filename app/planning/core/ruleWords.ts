/** A rule of repetition in words. */
import { type PlanRule, type PlanTimes, WEEKDAYS, type Weekday } from "#contracts/planning.ts";
import { dateOfDay, dayOf, parseLocal, weekdayOf } from "#planning/localTime.ts";
import type { Translator } from "~/i18n/translate.ts";
import type { CalendarFormats } from "./calendarFormats.ts";

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4;

export const weekdayName = (day: Weekday, formats: Pick<CalendarFormats, "longWeekday">): string =>
  formats.longWeekday(FIRST_MONDAY + WEEKDAYS.indexOf(day));

export const shortWeekdayName = (day: Weekday, formats: Pick<CalendarFormats, "weekday">): string =>
  formats.weekday(FIRST_MONDAY + WEEKDAYS.indexOf(day));

type Formats = Pick<CalendarFormats, "longWeekday" | "fullDay">;
type ListOf = (items: readonly string[]) => string;

/** Returns `Every 2 weeks on Monday and Thursday, 6 times`. A rule that the form does not offer is `Repeats`. */
export function ruleWords(
  t: Translator,
  times: Pick<PlanTimes, "start" | "rule">,
  formats: Formats,
  list: ListOf,
): string {
  const { rule } = times;
  if (rule === null) return t("planning.repeat.never");
  const base = baseWords(t, rule, dayOf(parseLocal(times.start)), formats, list);
  if (rule.count !== undefined) return t("planning.repeat.times", { rule: base, count: rule.count });
  if (rule.until === undefined) return base;
  return t("planning.repeat.until", { rule: base, date: formats.fullDay(dayOf(parseLocal(rule.until))) });
}

/** Parts that the words do not contain. */
const hasOtherParts = ({ bymonth, byweekno, byyearday, byhour, byminute, bysetpos }: PlanRule): boolean =>
  [bymonth, byweekno, byyearday, byhour, byminute, bysetpos].some((part) => part !== undefined);

function baseWords(t: Translator, rule: PlanRule, startDay: number, formats: Formats, list: ListOf): string {
  const { freq, interval: count = 1, byday, bymonthday } = rule;
  const own = WEEKDAYS[weekdayOf(startDay)] ?? "MO";
  const plainDays = byday?.every(({ nth }) => nth === undefined) ?? true;
  if (hasOtherParts(rule)) return t("planning.repeat.other");
  if (freq === "daily" && byday === undefined && bymonthday === undefined) return t("planning.repeat.daily", { count });
  if (freq === "weekly" && plainDays) {
    const days = byday?.map(({ day }) => weekdayName(day, formats)) ?? [weekdayName(own, formats)];
    return t("planning.repeat.weekly", { count, days: list(days) });
  }
  if (freq === "monthly" && byday === undefined && (bymonthday?.length ?? 1) === 1) {
    const day = bymonthday?.[0] ?? dateOfDay(startDay).day;
    return day > 0 ? t("planning.repeat.monthly", { count, day: String(day) }) : t("planning.repeat.other");
  }
  const [only] = byday ?? [];
  if (freq === "monthly" && byday?.length === 1 && bymonthday === undefined && only?.nth !== undefined)
    return isNth(only.nth)
      ? t(`planning.repeat.nth.${only.nth}`, { count, day: weekdayName(only.day, formats) })
      : t("planning.repeat.other");
  return freq === "yearly" && byday === undefined && bymonthday === undefined
    ? t("planning.repeat.yearly", { count })
    : t("planning.repeat.other");
}

/** `-1` is the last. */
const NTHS = [1, 2, 3, 4, -1] as const;
const isNth = (nth: number): nth is (typeof NTHS)[number] => NTHS.some((known) => known === nth);

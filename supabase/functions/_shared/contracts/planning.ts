/**
 * Planned meetings. A plan has the local time of its first occurrence and a time zone, never only an instant. So it keeps its
 * hour when a zone's rules change (decision 060). A local time is written `2027-03-28T09:00`.
 */
import * as z from "zod/mini";

import { PLANNING } from "./planningLimits.ts";

/** Years between which a meeting can be planned. Zones have no reliable rules outside of them. */
export const PLAN_YEARS = { first: 1970, last: 2200 } as const;

const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)$/u;

/** Returns whether the text is a local time of a date that exists. */
export function isLocalTime(text: string): boolean {
  const [, year, month, day] = (LOCAL_TIME.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  if (year < PLAN_YEARS.first || year > PLAN_YEARS.last) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export const localTime = z.string().check(z.refine(isLocalTime));

/** Week days as RFC 5545 names them, from Monday. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export const weekday = z.enum(WEEKDAYS);
export type Weekday = z.infer<typeof weekday>;

const FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;

/** Returns a list without repetitions of numbers from `min` to `max`, or also of their negatives, which count from the end. */
const numbers = (min: number, max: number, sign: "positive" | "both" = "positive") =>
  z
    .array(
      z
        .int()
        .check(
          z.refine((value) => Math.abs(value) >= min && Math.abs(value) <= max && (value >= 0 || sign === "both")),
        ),
    )
    .check(
      z.minLength(1),
      z.maxLength(62),
      z.refine((list) => new Set(list).size === list.length),
    );

const weekdayRule = z.strictObject({
  day: weekday,
  /** The second Monday of the month or year, or with -1 the last. */
  nth: z.optional(z.int().check(z.refine((nth) => nth !== 0 && Math.abs(nth) <= 53))),
});

/** The parts of an `RRULE` in lower case. */
const ruleParts = z.strictObject({
  freq: z.enum(FREQUENCIES),
  interval: z.optional(z.int().check(z.minimum(PLANNING.interval.min), z.maximum(PLANNING.interval.max))),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(PLANNING.occurrences))),
  /** The last moment at which an occurrence may start, in the time zone of the plan. */
  until: z.optional(localTime),
  wkst: z.optional(weekday),
  bymonth: z.optional(numbers(1, 12)),
  byweekno: z.optional(numbers(1, 53, "both")),
  byyearday: z.optional(numbers(1, 366, "both")),
  bymonthday: z.optional(numbers(1, 31, "both")),
  byday: z.optional(z.array(weekdayRule).check(z.minLength(1), z.maxLength(62))),
  byhour: z.optional(numbers(0, 23)),
  byminute: z.optional(numbers(0, 59)),
  bysetpos: z.optional(numbers(1, 366, "both")),
});
export type PlanRule = z.infer<typeof ruleParts>;

/** Returns whether RFC 5545 allows the parts beside each other. */
function isConsistent(rule: PlanRule): boolean {
  if (rule.count !== undefined && rule.until !== undefined) return false;
  if (rule.byweekno !== undefined && rule.freq !== "yearly") return false;
  if (rule.byyearday !== undefined && rule.freq !== "yearly") return false;
  if (rule.bymonthday !== undefined && rule.freq === "weekly") return false;
  const counted = rule.byday?.some(({ nth }) => nth !== undefined) ?? false;
  if (counted && (rule.freq === "daily" || rule.freq === "weekly" || rule.byweekno !== undefined)) return false;
  const others = [rule.bymonth, rule.byweekno, rule.byyearday, rule.bymonthday, rule.byday, rule.byhour, rule.byminute];
  return rule.bysetpos === undefined || others.some((part) => part !== undefined);
}

export const planRule = ruleParts.check(z.refine(isConsistent));

const lengthMinutes = z.int().check(z.minimum(PLANNING.lengthMinutes.min), z.maximum(PLANNING.lengthMinutes.max));

/** When a meeting takes place. */
export const planTimes = z.object({
  /** The local time of the first occurrence. */
  start: localTime,
  /** An IANA time zone. */
  zone: z.string().check(z.maxLength(64)),
  length_minutes: lengthMinutes,
  rule: z.nullable(planRule),
});
export type PlanTimes = z.infer<typeof planTimes>;

/**
 * A change of one occurrence. `key` is the local time at which the occurrence would start without changes, and stays its name.
 * `rotation`: made by the rotation of fair hours.
 */
export const planOverride = z.discriminatedUnion("kind", [
  z.object({ key: localTime, kind: z.literal("cancelled"), by: z.literal("person") }),
  z.object({
    key: localTime,
    kind: z.literal("moved"),
    by: z.enum(["person", "rotation"]),
    start: localTime,
    length_minutes: lengthMinutes,
  }),
]);
export type PlanOverride = z.infer<typeof planOverride>;

/** The answer of an invited person. */
export const planAnswer = z.enum(["none", "yes", "no", "maybe"]);
export type PlanAnswer = z.infer<typeof planAnswer>;

/** Changes of a series: of one occurrence, of this and later ones, or of all. */
import { type PlanOverride, type PlanRule, type PlanTimes, WEEKDAYS } from "../contracts/planning.ts";
import { dateOfDay, dayNumber, dayOf, formatLocal, parseLocal, weekdayOf } from "./localTime.ts";
import { plannedKeys } from "./occurrences.ts";

export interface Series {
  plan: PlanTimes;
  overrides: PlanOverride[];
}

/** `start` is the new local time of the occurrence that was changed. A `rule` replaces that of the series. */
export interface PlanChange {
  start?: string;
  zone?: string;
  length_minutes?: number;
  rule?: PlanRule | null;
}

export type EditFault =
  /** The series has no such occurrence. */
  | "no-occurrence"
  /** The rule does not follow the new day, so the change has to bring a rule. */
  | "rule-needed"
  /** No occurrence would be left. */
  | "nothing-left"
  /** One occurrence has neither a zone nor a rule of its own. */
  | "whole-series-only";

export type Edit<T> = { ok: true; value: T } | { ok: false; fault: EditFault };

const edited = <T>(value: T): Edit<T> => ({ ok: true, value });
const refused = (fault: EditFault): { ok: false; fault: EditFault } => ({ ok: false, fault });

const withOverride = ({ plan, overrides }: Series, override: PlanOverride): Series => ({
  plan,
  overrides: [...overrides.filter(({ key }) => key !== override.key), override].sort(byKey),
});

const byKey = (a: PlanOverride, b: PlanOverride) => (a.key < b.key ? -1 : 1);

/** Also looks beyond the 400th occurrence of an endless series. */
function hasOccurrence(plan: PlanTimes, key: string): boolean {
  const minute = parseLocal(key);
  return plannedKeys(plan, { from: minute, to: minute }).includes(key);
}

export function cancelOccurrence(series: Series, key: string): Edit<Series> {
  if (!hasOccurrence(series.plan, key)) return refused("no-occurrence");
  return edited(withOverride(series, { key, kind: "cancelled", by: "person" }));
}

/** Also takes back a cancellation. */
export function moveOccurrence(series: Series, key: string, change: PlanChange): Edit<Series> {
  if (!hasOccurrence(series.plan, key)) return refused("no-occurrence");
  if (change.rule !== undefined || change.zone !== undefined) return refused("whole-series-only");
  const known = series.overrides.find((override) => override.key === key);
  const moved = known?.kind === "moved" ? known : null;
  return edited(
    withOverride(series, {
      key,
      kind: "moved",
      by: "person",
      start: change.start ?? moved?.start ?? key,
      length_minutes: change.length_minutes ?? moved?.length_minutes ?? series.plan.length_minutes,
    }),
  );
}

/** Moves a single day of a month, or a single counted weekday such as the second Monday, to that of the new day. */
function movedWithinMonth(rule: PlanRule, newDay: number): PlanRule | null {
  const { year, month, day } = dateOfDay(newDay);
  const { byday, bymonthday, bymonth } = rule;
  if (rule.byweekno !== undefined || rule.byyearday !== undefined || rule.bysetpos !== undefined) return null;
  if ((bymonth?.length ?? 0) > 1 || (byday !== undefined && bymonthday !== undefined)) return null;
  const months = bymonth === undefined ? {} : { bymonth: [month] };
  if (bymonthday !== undefined) return bymonthday.length === 1 ? { ...rule, ...months, bymonthday: [day] } : null;
  if (byday === undefined) return { ...rule, ...months };
  const [only] = byday;
  if (byday.length !== 1 || only?.nth === undefined) return null;
  // "The 20th Monday of the year" has no month to count in.
  if (rule.freq === "yearly" && bymonth === undefined) return null;
  const name = WEEKDAYS[weekdayOf(newDay)] ?? "MO";
  const isLast = day + 7 > dateOfDay(dayNumber(year, month + 1, 1) - 1).day;
  const nth = only.nth < 0 && isLast ? -1 : Math.ceil(day / 7);
  return { ...rule, ...months, byday: [{ day: name, nth: nth === 5 ? -1 : nth }] };
}

/** Returns the rule for a series whose start moves from one minute to another. Null if it cannot follow. */
function movedRule(rule: PlanRule, from: number, to: number): PlanRule | null {
  const until = rule.until === undefined ? {} : { until: formatLocal(parseLocal(rule.until) + to - from) };
  const days = dayOf(to) - dayOf(from);
  if (to !== from && (rule.byhour !== undefined || rule.byminute !== undefined)) return null;
  if (days === 0) return { ...rule, ...until };
  if (rule.freq === "weekly") {
    const byday = rule.byday?.map(({ day }) => ({
      day: WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7] ?? day,
    }));
    return { ...rule, ...until, ...(byday === undefined ? {} : { byday }) };
  }
  if (rule.freq === "daily") return rule.byday || rule.bymonth || rule.bymonthday ? null : { ...rule, ...until };
  const moved = movedWithinMonth(rule, dayOf(to));
  return moved === null ? null : { ...moved, ...until };
}

/**
 * Changes a plan from its first occurrence on. Changes of single occurrences follow theirs, by place in the series: a rotated
 * hour moves by as much as the series, an hour that a person chose stays.
 */
function changeSeries({ plan, overrides }: Series, change: PlanChange): Edit<Series> {
  const [from, to] = [parseLocal(plan.start), parseLocal(change.start ?? plan.start)];
  const rule = change.rule !== undefined ? change.rule : plan.rule === null ? null : movedRule(plan.rule, from, to);
  if (rule === null && change.rule === undefined && plan.rule !== null) return refused("rule-needed");
  const changed: PlanTimes = {
    start: change.start ?? plan.start,
    zone: change.zone ?? plan.zone,
    length_minutes: change.length_minutes ?? plan.length_minutes,
    rule,
  };
  const keys = plannedKeys(changed);
  const [first] = keys;
  if (first === undefined) return refused("nothing-left");
  const places = new Map(plannedKeys(plan).map((key, place) => [key, place]));
  const sameRule = change.rule === undefined;
  const kept = overrides.flatMap((override): PlanOverride[] => {
    const place = places.get(override.key);
    const key = sameRule ? keys[place ?? -1] : keys.find((candidate) => candidate === override.key);
    if (key === undefined) return [];
    if (override.kind === "cancelled") return [{ ...override, key }];
    const start =
      override.by === "rotation"
        ? formatLocal(parseLocal(override.start) + parseLocal(key) - parseLocal(override.key))
        : override.start;
    const length_minutes =
      override.length_minutes === plan.length_minutes ? changed.length_minutes : override.length_minutes;
    return [{ ...override, key, start, length_minutes }];
  });
  return edited({ plan: { ...changed, start: first }, overrides: kept });
}

/** The new start of a series, one of whose occurrences gets a new local time. */
function startAfter(plan: PlanTimes, key: string, change: PlanChange): PlanChange {
  if (change.start === undefined) return change;
  const moved = parseLocal(plan.start) + parseLocal(change.start) - parseLocal(key);
  return { ...change, start: formatLocal(moved) };
}

export function changeAll(series: Series, key: string, change: PlanChange): Edit<Series> {
  if (!hasOccurrence(series.plan, key)) return refused("no-occurrence");
  return changeSeries(series, startAfter(series.plan, key, change));
}

/**
 * Ends the series before an occurrence. Returns what is before, which is null if nothing is, and the rest as a series of its
 * own, which starts at the occurrence.
 */
function splitSeries({ plan, overrides }: Series, key: string): Edit<{ before: Series | null; after: Series }> {
  if (!hasOccurrence(plan, key)) return refused("no-occurrence");
  const isFirst = plannedKeys(plan, { limit: 1 })[0] === key;
  if (isFirst || plan.rule === null) return edited({ before: null, after: { plan, overrides } });
  const { count, until: _until, ...rest } = plan.rule;
  const later = count === undefined ? plan.rule : { ...plan.rule, count: count - plannedKeys(plan).indexOf(key) };
  const last = formatLocal(parseLocal(key) - 1);
  return edited({
    before: {
      plan: { ...plan, rule: { ...rest, until: last } },
      overrides: overrides.filter((override) => override.key < key),
    },
    after: {
      plan: { ...plan, start: key, rule: withFixedParts(later, plan.start) },
      overrides: overrides.filter((override) => override.key >= key),
    },
  });
}

/**
 * Writes out the day of a month that a rule took from its first occurrence. The later series would take another: a rule of the
 * 31st skips short months, but starts on one that has the day.
 */
function withFixedParts(rule: PlanRule, start: string): PlanRule {
  const open = rule.byday === undefined && rule.bymonthday === undefined && rule.byyearday === undefined;
  if (!open || (rule.freq !== "monthly" && rule.freq !== "yearly") || rule.byweekno !== undefined) return rule;
  const { day, month } = dateOfDay(dayOf(parseLocal(start)));
  return rule.freq === "monthly"
    ? { ...rule, bymonthday: [day] }
    : { ...rule, bymonth: rule.bymonth ?? [month], bymonthday: [day] };
}

/** Changes an occurrence and all later ones. The result has two series unless the occurrence is the first. */
export function changeLater(
  series: Series,
  key: string,
  change: PlanChange,
): Edit<{ before: Series | null; after: Series }> {
  const split = splitSeries(series, key);
  if (!split.ok) return split;
  const after = changeSeries(split.value.after, change);
  return after.ok ? edited({ before: split.value.before, after: after.value }) : after;
}

/** Cancels an occurrence and all later ones. Returns what is left, or null. */
export function cancelLater(series: Series, key: string): Edit<Series | null> {
  const split = splitSeries(series, key);
  return split.ok ? edited(split.value.before) : split;
}

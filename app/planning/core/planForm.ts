/** The form of a plan: its values, its errors, and the request that it becomes. */
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Access } from "#contracts/meetings.ts";
import { PLANS } from "#contracts/planLimits.ts";
import { isLocalTime, type PlanOverride, type PlanTimes } from "#contracts/planning.ts";
import { PLANNING } from "#contracts/planningLimits.ts";
import type { ChangeSeries, PlanRequest } from "#contracts/plans.ts";
import { dayOf, formatLocal, parseLocal } from "#planning/localTime.ts";
import { isTimeZone, localAt } from "#planning/zones.ts";
import type { DetailsView } from "../calendarView.ts";
import { formatDay, parseDay } from "./calendarRange.ts";
import { localDay, minuteOfDay } from "./localHours.ts";
import { lengthOf } from "./movedTimes.ts";
import { NO_REPEAT, type RepeatError, type RepeatValues, repeatError, repeatValues, ruleOf } from "./repeatForm.ts";

export const PLAN_SCOPES = ["one", "later", "all"] as const;
export type PlanScope = (typeof PLAN_SCOPES)[number];

export interface PlanFormValues {
  readonly title: string;
  /** The language of the title and the agenda. */
  readonly language: Language;
  /** `2026-04-23`. */
  readonly date: string;
  /** `16:30`. */
  readonly time: string;
  readonly length: number;
  readonly zone: string;
  readonly repeat: RepeatValues;
  readonly access: Access;
  /** A line of text for each line of the agenda. */
  readonly agenda: string;
}

export const startOf = ({ date, time }: Pick<PlanFormValues, "date" | "time">): string => `${date}T${time}`;

const startDayOf = (values: Pick<PlanFormValues, "date">): number => parseDay(values.date) ?? 0;

const USUAL_HOUR = 9;

/** Returns the first values for a day. A meeting of today begins at the next full hour, if one is left. */
export function newPlanValues(day: number, now: number, zone: string, language: Language): PlanFormValues {
  const isToday = day === localDay(zone, now);
  const nextHour = isToday ? Math.floor(minuteOfDay(zone, now) / 60) + 1 : 0;
  const hour = nextHour < 24 ? Math.max(USUAL_HOUR, nextHour) : USUAL_HOUR;
  const date = formatDay(nextHour < 24 ? day : day + 1);
  const time = `${String(hour).padStart(2, "0")}:00`;
  return { title: "", language, date, time, length: 60, zone, repeat: NO_REPEAT, access: "knock", agenda: "" };
}

/** Returns the values of a stored plan, with the times of the open occurrence. */
export function storedPlanValues(details: DetailsView): PlanFormValues {
  const { series, occurrence, times, access, agenda } = details;
  const start = occurrence === null ? times.start : formatLocal(localAt(times.zone, occurrence.startsAt));
  const [date = "", time = ""] = start.split("T");
  return {
    ...{ title: series.title, language: series.language, date, time, zone: times.zone, access },
    length: occurrence === null ? times.length_minutes : lengthOf(occurrence),
    repeat: repeatValues(times.rule, dayOf(parseLocal(start))),
    agenda: agenda.join("\n"),
  };
}

export const agendaLines = (agenda: string): string[] =>
  agenda
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

export type PlanFormError = "title" | "titleLong" | "start" | "length" | "zone" | "agenda" | RepeatError;

/** Returns the first field that is wrong, or null. */
export function planFormError(values: PlanFormValues): PlanFormError | null {
  const { title, length, zone, repeat, agenda } = values;
  const characters = [...title.trim()].length;
  if (characters < LIMITS.title.min) return "title";
  if (characters > LIMITS.title.max) return "titleLong";
  if (!isLocalTime(startOf(values))) return "start";
  if (!isTimeZone(zone)) return "zone";
  const { min, max } = PLANNING.lengthMinutes;
  if (!Number.isInteger(length) || length < min || length > max) return "length";
  const lines = agendaLines(agenda);
  const isLong = lines.some((line) => [...line].length > PLANS.agendaLine.max);
  if (isLong || lines.length > PLANS.agendaLines) return "agenda";
  return repeatError(repeat, startDayOf(values));
}

/** Returns the times of valid values. `kept`: the stored rule, if the form cannot express it. */
export const timesOf = (values: PlanFormValues, kept: PlanTimes["rule"] = null): PlanTimes => ({
  start: startOf(values),
  zone: values.zone,
  length_minutes: values.length,
  rule: ruleOf(values.repeat, startDayOf(values), kept),
});

interface NewSeries {
  readonly seriesId: string;
  readonly workspace: string;
  /** The imported rule, if the form cannot express it. */
  readonly kept?: PlanTimes["rule"];
  readonly overrides: readonly PlanOverride[];
}

export function createRequest(
  values: PlanFormValues,
  { seriesId, workspace, kept = null, overrides }: NewSeries,
): PlanRequest {
  return {
    create: {
      ...{ series_id: seriesId, workspace_id: workspace, access: values.access, language: values.language },
      title: values.title.trim(),
      agenda: agendaLines(values.agenda),
      times: timesOf(values, kept),
      ...(overrides.length > 0 && { overrides: [...overrides] }),
    },
  };
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the request with what differs from the stored values. Null if nothing does. One occurrence has times only. */
export function changeRequest(
  details: DetailsView,
  values: PlanFormValues,
  scope: PlanScope,
  overrides: readonly PlanOverride[] | null = null,
): PlanRequest | null {
  const stored = storedPlanValues(details);
  const differs = (name: keyof PlanFormValues) => !isEqual(stored[name], values[name]);
  const whole: Partial<ChangeSeries> =
    scope === "one"
      ? {}
      : {
          ...(differs("zone") && { zone: values.zone }),
          ...(differs("repeat") && { rule: timesOf(values, details.times.rule).rule }),
          ...(differs("title") && { title: values.title.trim() }),
          ...(differs("language") && { language: values.language }),
          ...(differs("agenda") && { agenda: agendaLines(values.agenda) }),
          ...(scope === "all" && overrides !== null && { overrides: [...overrides] }),
        };
  const change: Partial<ChangeSeries> = {
    ...((differs("date") || differs("time")) && { start: startOf(values) }),
    ...(differs("length") && { length_minutes: values.length }),
    ...whole,
  };
  if (Object.keys(change).length === 0) return null;
  return { change: { series_id: details.series.id, sequence: details.sequence, key: details.key, scope, ...change } };
}

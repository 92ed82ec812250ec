/** Turns a plan into occurrences with instants. */
import type { PlanOverride, PlanTimes } from "../contracts/planning.ts";
import { END_MINUTE, formatLocal, parseLocal } from "./localTime.ts";
import { type Expansion, expandRule } from "./recurrence.ts";
import { type ClockShift, resolveLocal } from "./zones.ts";

export interface Occurrence {
  /** The local time at which it would start without changes. It names the occurrence. */
  key: string;
  start: string;
  length_minutes: number;
  /** Milliseconds since the epoch. */
  starts_at: number;
  ends_at: number;
  shift: ClockShift;
  /** `rotated`: moved by the rotation of fair hours. */
  state: "planned" | "moved" | "rotated" | "cancelled";
}

/** Returns the local times at which a plan starts by its rule, as minutes. A meeting that does not repeat has one. */
export function plannedMinutes(plan: Pick<PlanTimes, "start" | "rule">, expansion: Expansion = {}): number[] {
  const start = parseLocal(plan.start);
  const { rule } = plan;
  if (rule === null) return start >= (expansion.from ?? start) && start <= (expansion.to ?? start) ? [start] : [];
  return expandRule(rule, start, rule.until === undefined ? END_MINUTE : parseLocal(rule.until), expansion);
}

export const plannedKeys = (plan: Pick<PlanTimes, "start" | "rule">, expansion?: Expansion): string[] =>
  plannedMinutes(plan, expansion).map(formatLocal);

function occurrence(plan: PlanTimes, key: string, override: PlanOverride | undefined): Occurrence {
  const moved = override?.kind === "moved" ? override : null;
  const start = moved?.start ?? key;
  const length_minutes = moved?.length_minutes ?? plan.length_minutes;
  const { instant, shift } = resolveLocal(plan.zone, parseLocal(start));
  const state = override?.kind === "cancelled" ? "cancelled" : moved === null ? "planned" : movedState(moved.by);
  return { key, start, length_minutes, starts_at: instant, ends_at: instant + length_minutes * 60_000, shift, state };
}

const movedState = (by: "person" | "rotation") => (by === "rotation" ? ("rotated" as const) : ("moved" as const));

/**
 * Returns the occurrences in the order of their keys, cancelled ones included. The window of `expansion` applies to keys. Changes
 * of occurrences that the rule does not have are ignored.
 */
export function occurrencesOf(
  plan: PlanTimes,
  overrides: readonly PlanOverride[],
  expansion: Expansion = {},
): Occurrence[] {
  const byKey = new Map(overrides.map((override) => [override.key, override]));
  return plannedMinutes(plan, expansion).map((minutes) => {
    const key = formatLocal(minutes);
    return occurrence(plan, key, byKey.get(key));
  });
}

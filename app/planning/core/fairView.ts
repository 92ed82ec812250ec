/** The burden of early and late hours of a series on each person, with one hour and in turns. */
import type { PlanOverride, PlanTimes } from "#contracts/planning.ts";
import { rotateHours } from "#planning/fairHours.ts";
import { occurrencesOf } from "#planning/occurrences.ts";
import { isTimeZone } from "#planning/zones.ts";

export interface PersonInZone {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
}

export interface FairPerson extends PersonInZone {
  /** Weighted hours. */
  readonly fixed: number;
  readonly rotated: number;
}

interface FairTurn {
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface FairView {
  readonly people: readonly FairPerson[];
  readonly overrides: readonly PlanOverride[];
  /** The first occurrences in turns. */
  readonly turns: readonly FairTurn[];
  /** The greatest burden of all, for the scale of a chart. */
  readonly most: number;
}

const SHOWN_TURNS = 6;

/** Returns null if there is nothing to share: one occurrence, one zone, nobody outside of their day, or nothing gained. */
export function fairView(times: PlanTimes, people: readonly PersonInZone[]): FairView | null {
  const known = people.filter(({ zone }) => isTimeZone(zone));
  if (times.rule === null || !isTimeZone(times.zone) || new Set(known.map(({ zone }) => zone)).size < 2) return null;
  const rotation = rotateHours(
    { plan: times, overrides: [] },
    known.map(({ zone }) => zone),
  );
  if (rotation === null || rotation.overrides.length === 0) return null;
  const shared = known.map((person, at) => ({
    ...person,
    fixed: rotation.fixed[at] ?? 0,
    rotated: rotation.rotated[at] ?? 0,
  }));
  const turns = occurrencesOf(times, rotation.overrides)
    .slice(0, SHOWN_TURNS)
    .map(({ starts_at, ends_at }) => ({ startsAt: starts_at, endsAt: ends_at }));
  const most = Math.max(...shared.flatMap(({ fixed, rotated }) => [fixed, rotated]));
  return { people: shared, overrides: rotation.overrides, turns, most };
}

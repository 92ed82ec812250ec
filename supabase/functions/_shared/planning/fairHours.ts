/**
 * Fair hours: the rotation of a series' hour through the day, so that early and late hours do not always fall on the same people.
 *
 * The burden of an occurrence for a person is the sum over its minutes of the weight of their local hour, in weighted hours.
 * Office hours weigh nothing, and the night weighs most. The burden of a series is the sum of its occurrences.
 */
import type { PlanOverride, PlanTimes } from "../contracts/planning.ts";
import { PLANNING } from "../contracts/planningLimits.ts";
import { dayOf, formatLocal, MINUTES_PER_DAY, parseLocal } from "./localTime.ts";
import { type Occurrence, occurrencesOf } from "./occurrences.ts";
import { localAt, resolveLocal } from "./zones.ts";

/** By the local hour. An hour of the night weighs as much as ten at seven in the evening or a day of early mornings. */
const HOUR_WEIGHTS = [20, 20, 20, 20, 20, 16, 8, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 14, 20] as const;

/** Returns the burden of a meeting for a person in the zone. */
export function burdenOf(zone: string, startsAt: number, lengthMinutes: number): number {
  let minute = localAt(zone, startsAt);
  let left = lengthMinutes;
  let weighted = 0;
  while (left > 0) {
    const withinHour = ((minute % 60) + 60) % 60;
    const minutes = Math.min(left, 60 - withinHour);
    const hour = Math.floor((minute - dayOf(minute) * MINUTES_PER_DAY) / 60);
    weighted += minutes * (HOUR_WEIGHTS[hour] ?? 0);
    minute += minutes;
    left -= minutes;
  }
  return weighted / 60;
}

const burdenOver = (zone: string, occurrences: readonly Occurrence[]): number =>
  occurrences.reduce(
    (sum, { state, starts_at, length_minutes }) =>
      state === "cancelled" ? sum : sum + burdenOf(zone, starts_at, length_minutes),
    0,
  );

/** Returns the burden of each person over the occurrences, in the order of their zones. Cancelled ones weigh nothing. */
function burdens(people: readonly string[], occurrences: readonly Occurrence[]): number[] {
  const byZone = new Map([...new Set(people)].map((zone) => [zone, burdenOver(zone, occurrences)]));
  return people.map((zone) => byZone.get(zone) ?? 0);
}

export interface Rotation {
  overrides: PlanOverride[];
  /** Burden of each person without and with the rotation. */
  fixed: number[];
  rotated: number[];
}

interface Candidate {
  start: number;
  /** In the order of the zones. */
  burdens: number[];
}

/** People of one zone, who carry the same. */
interface ZoneGroup {
  zone: string;
  people: number;
}

/** Returns the full hours of the occurrence's day. Each keeps the minute of the planned time. */
function candidatesOf(plan: PlanTimes, key: number, groups: readonly ZoneGroup[]): Candidate[] {
  const midnight = dayOf(key) * MINUTES_PER_DAY + (((key % 60) + 60) % 60);
  return Array.from({ length: 24 }, (_none, hour) => {
    const start = midnight + hour * 60;
    const { instant, shift } = resolveLocal(plan.zone, start);
    return { start, shift, burdens: groups.map(({ zone }) => burdenOf(zone, instant, plan.length_minutes)) };
  }).filter(({ shift }) => shift === null);
}

/** Squares, so that a burden weighs more on somebody who already carries much. */
const carried = (groups: readonly ZoneGroup[], totals: readonly number[], added: readonly number[]): number =>
  groups.reduce((sum, { people }, index) => sum + people * ((totals[index] ?? 0) + (added[index] ?? 0)) ** 2, 0);

/**
 * Proposes an hour for each block of occurrences: the one with the least burden on those who have carried most so far. Equally
 * fair hours go to the one next to the planned time. Occurrences that a person changed keep their time, and their burden counts.
 * `people` has the zone of each person. Returns null for more than `PLANNING.zones` different ones, because the work grows with
 * them.
 */
export function rotateHours(
  { plan, overrides }: { plan: PlanTimes; overrides: readonly PlanOverride[] },
  people: readonly string[],
  blockLength = 1,
): Rotation | null {
  const groups = [...Map.groupBy(people, (zone) => zone)].map(([zone, { length }]) => ({ zone, people: length }));
  if (groups.length > PLANNING.zones) return null;
  const byPerson = overrides.filter(({ by }) => by === "person");
  const occurrences = occurrencesOf(plan, byPerson);
  const rotation: PlanOverride[] = [];
  let totals = groups.map(() => 0);
  let shift = 0;
  for (const [place, occurrence] of occurrences.entries()) {
    const key = parseLocal(occurrence.key);
    if (place % blockLength === 0) shift = (fairest(plan, key, groups, totals)?.start ?? key) - key;
    if (occurrence.state === "planned" && shift !== 0)
      rotation.push({
        key: occurrence.key,
        kind: "moved",
        by: "rotation",
        start: formatLocal(key + shift),
        length_minutes: plan.length_minutes,
      });
    const start = occurrence.state === "planned" ? resolveLocal(plan.zone, key + shift).instant : occurrence.starts_at;
    if (occurrence.state !== "cancelled")
      totals = totals.map(
        (total, index) => total + burdenOf(groups[index]?.zone ?? plan.zone, start, occurrence.length_minutes),
      );
  }
  const all = [...byPerson, ...rotation].sort((a, b) => (a.key < b.key ? -1 : 1));
  return { overrides: all, fixed: burdens(people, occurrences), rotated: burdens(people, occurrencesOf(plan, all)) };
}

function fairest(
  plan: PlanTimes,
  key: number,
  groups: readonly ZoneGroup[],
  totals: readonly number[],
): Candidate | null {
  let best: { candidate: Candidate; cost: number; distance: number } | null = null;
  for (const candidate of candidatesOf(plan, key, groups)) {
    const cost = carried(groups, totals, candidate.burdens);
    const distance = Math.abs(candidate.start - key);
    if (best === null || cost < best.cost || (cost === best.cost && distance < best.distance))
      best = { candidate, cost, distance };
  }
  return best?.candidate ?? null;
}

/** Finds out for whom the hour of a repeating meeting will change, because their clocks do. */
import type { PlanOverride, PlanTimes } from "#contracts/planning.ts";
import { dayOf, formatLocal, MINUTES_PER_DAY, parseLocal } from "#planning/localTime.ts";
import { type Occurrence, occurrencesOf } from "#planning/occurrences.ts";
import { isTimeZone, localAt } from "#planning/zones.ts";
import { minuteOfDay } from "./localHours.ts";

export interface ClockNote {
  readonly zone: string;
  /** The first occurrence at the other hour, in milliseconds since the epoch. */
  readonly from: number;
  /** Names that occurrence. */
  readonly key: string;
  /** The local time of the zone at which it would keep its hour. */
  readonly kept: string;
}

/** Ten weeks, so that a change is known some weeks before. */
const LOOK_AHEAD_MINUTES = 70 * 24 * 60;

interface FoundOccurrence {
  readonly occurrence: Occurrence;
  /** The planned ones of the weeks after it, in order. */
  readonly later: readonly Occurrence[];
}

/** Returns the occurrence of the key with those after it. Null if it does not take place. */
export function findOccurrence(
  times: PlanTimes,
  overrides: readonly PlanOverride[],
  key: string,
): FoundOccurrence | null {
  const from = parseLocal(key);
  const all = occurrencesOf(times, overrides, { from, to: from + LOOK_AHEAD_MINUTES });
  const [occurrence, ...later] = all;
  if (occurrence?.key !== key || occurrence.state === "cancelled") return null;
  return { occurrence, later: later.filter(({ state }) => state === "planned") };
}

/** Returns a note for each zone whose hour changes, in the order of time. Moved meetings have no usual hour. */
export function clockNotes({ occurrence, later }: FoundOccurrence, zones: readonly string[]): ClockNote[] {
  if (occurrence.state !== "planned") return [];
  const notes = [...new Set(zones)].filter(isTimeZone).flatMap((zone) => {
    const usual = minuteOfDay(zone, occurrence.starts_at);
    const other = later.find(({ starts_at }) => minuteOfDay(zone, starts_at) !== usual);
    if (other === undefined) return [];
    const kept = formatLocal(nearestAt(localAt(zone, other.starts_at), usual));
    return [{ zone, from: other.starts_at, key: other.key, kept }];
  });
  return notes.sort((a, b) => a.from - b.from);
}

/** Returns the local time at the minute of a day that is nearest to another, which may be on the day before or after. */
function nearestAt(local: number, minute: number): number {
  const sameDay = dayOf(local) * MINUTES_PER_DAY + minute;
  const days = Math.round((local - sameDay) / MINUTES_PER_DAY);
  return sameDay + days * MINUTES_PER_DAY;
}

/** Finds out for whom the hour of a repeating meeting will change, because their clocks do. */
import type { PlanOverride, PlanTimes } from "#contracts/planning.ts";
import { parseLocal } from "#planning/localTime.ts";
import { type Occurrence, occurrencesOf } from "#planning/occurrences.ts";
import { isTimeZone } from "#planning/zones.ts";
import { minuteOfDay } from "./localHours.ts";

export interface ClockNote {
  readonly zone: string;
  /** The first occurrence at the other hour, in milliseconds since the epoch. */
  readonly from: number;
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
    return other === undefined ? [] : [{ zone, from: other.starts_at }];
  });
  return notes.sort((a, b) => a.from - b.from);
}

/** The times of a meeting that was moved or resized in the calendar. */
import { PLAN_YEARS } from "#contracts/planning.ts";
import { PLANNING } from "#contracts/planningLimits.ts";
import { dayNumber, END_MINUTE, formatLocal, MINUTES_PER_DAY } from "#planning/localTime.ts";
import { localAt, resolveLocal } from "#planning/zones.ts";
import type { OccurrenceView } from "./dayLayout.ts";
import type { Move } from "./gridKeys.ts";

const MS_PER_MINUTE = 60_000;
const FIRST_MINUTE = dayNumber(PLAN_YEARS.first, 1, 1) * MINUTES_PER_DAY;

export const lengthOf = ({ startsAt, endsAt }: Pick<OccurrenceView, "startsAt" | "endsAt">): number =>
  Math.round((endsAt - startsAt) / MS_PER_MINUTE);

/**
 * Returns the occurrence where the reader has put it: the same hour of their own clock on another day, also if their clocks change in
 * between. Returns null outside of the years and lengths that can be planned.
 */
export function movedOccurrence(occurrence: OccurrenceView, move: Move, readerZone: string): OccurrenceView | null {
  const length = lengthOf(occurrence) + move.longer;
  if (length < PLANNING.lengthMinutes.min || length > PLANNING.lengthMinutes.max) return null;
  const by = move.days * MINUTES_PER_DAY + move.minutes;
  // A local time that clocks show twice would become the first of both.
  if (by === 0) return { ...occurrence, endsAt: occurrence.startsAt + length * MS_PER_MINUTE };
  const local = localAt(readerZone, occurrence.startsAt) + by;
  if (local < FIRST_MINUTE || local >= END_MINUTE) return null;
  const startsAt = resolveLocal(readerZone, local).instant;
  return { ...occurrence, startsAt, endsAt: startsAt + length * MS_PER_MINUTE };
}

/** Returns what a request changes, in the zone of the series. A meeting that only gets longer keeps its start. */
export function changedTimes(
  before: OccurrenceView,
  after: OccurrenceView,
  seriesZone: string,
): { start?: string; length_minutes?: number } {
  const length = lengthOf(after);
  return {
    ...(after.startsAt !== before.startsAt && { start: formatLocal(localAt(seriesZone, after.startsAt)) }),
    ...(length !== lengthOf(before) && { length_minutes: length }),
  };
}

/** The hour of a meeting on somebody's clock. */
import { dayOf, MINUTES_PER_DAY, parseLocal } from "#planning/localTime.ts";
import { localAt } from "#planning/zones.ts";

/** `night`: most people sleep. `early`, `late`: outside of what most people work. */
type HourKind = "night" | "early" | "late" | "day";

const NIGHT = { from: 22, to: 6 } as const;
const DAY = { from: 8, to: 19 } as const;

/** Returns the kind of the hour at which a meeting starts, or at which it ends if that is worse. */
export function hourKind(zone: string, startsAt: number, endsAt: number): HourKind {
  const starts = hourOf(zone, startsAt);
  const ends = hourOf(zone, Math.max(startsAt, endsAt - 60_000));
  const isNight = (hour: number) => hour >= NIGHT.from || hour < NIGHT.to;
  if (isNight(starts) || isNight(ends)) return "night";
  if (starts < DAY.from) return "early";
  return ends >= DAY.to ? "late" : "day";
}

const hourOf = (zone: string, at: number): number => Math.floor(minuteOfDay(zone, at) / 60);

export const localDay = (zone: string, at: number): number => dayOf(localAt(zone, at));

const withinDay = (minutes: number): number => minutes - dayOf(minutes) * MINUTES_PER_DAY;

/** Returns the minute of the day on the clock of the zone. */
export const minuteOfDay = (zone: string, at: number): number => withinDay(localAt(zone, at));

/** Returns the minute of the day of a local time. */
export const minuteOf = (local: string): number => withinDay(parseLocal(local));

/** Keys of the calendar's grids. */
import { DAYS_PER_WEEK } from "./calendarRange.ts";

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** Returns how many days a horizontal arrow goes on, in the direction of the page. Null for other keys. */
function sideways(key: string, dir: "ltr" | "rtl"): -1 | 1 | null {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  return (key === "ArrowRight") === (dir === "ltr") ? 1 : -1;
}

/**
 * Returns the day to which a key moves the focus, or null for other keys. The first and last keys stay within the week. The day may be
 * outside of the days that are shown.
 */
export function dayForKey(
  { key }: Pick<PressedKey, "key">,
  day: number,
  { weekStart, dir }: { weekStart: number; dir: "ltr" | "rtl" },
): number | null {
  const side = sideways(key, dir);
  if (side !== null) return day + side;
  switch (key) {
    case "ArrowUp":
      return day - DAYS_PER_WEEK;
    case "ArrowDown":
      return day + DAYS_PER_WEEK;
    case "Home":
      return weekStart;
    case "End":
      return weekStart + DAYS_PER_WEEK - 1;
    default:
      return null;
  }
}

/** A meeting that is picked up: how far it has moved, in days and minutes, and how much longer it is. */
export interface Move {
  readonly days: number;
  readonly minutes: number;
  readonly longer: number;
}

export const NO_MOVE: Move = { days: 0, minutes: 0, longer: 0 };

export const isMoved = ({ days, minutes, longer }: Move): boolean => days !== 0 || minutes !== 0 || longer !== 0;

/** Minutes by which a meeting moves. */
export const MOVE_STEP = 15;

/**
 * Returns the move after a key, or null for other keys. Left and right change the day. In a week, up and down change the time,
 * and with Shift the length. In a month they change the week.
 */
export function moveForKey(
  { key, shiftKey }: PressedKey,
  move: Move,
  { dir, byTime }: { dir: "ltr" | "rtl"; byTime: boolean },
): Move | null {
  const side = sideways(key, dir);
  if (side !== null) return { ...move, days: move.days + side };
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const down = key === "ArrowDown" ? 1 : -1;
  if (shiftKey) return { ...move, longer: move.longer + down * MOVE_STEP };
  return byTime
    ? { ...move, minutes: move.minutes + down * MOVE_STEP }
    : { ...move, days: move.days + down * DAYS_PER_WEEK };
}

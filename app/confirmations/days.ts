import { isTimeZone } from "../lib/dates.ts";

/** Returns the reader's day, `2026-12-01`, of a time in milliseconds since the epoch. */
export function dayOf(at: number, timeZone: string | null): string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : "UTC",
    ...{ year: "numeric", month: "2-digit", day: "2-digit" },
  } as const);
  return format.format(new Date(at));
}

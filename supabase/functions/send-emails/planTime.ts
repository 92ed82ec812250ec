/**
 * Returns the time of an occurrence for its reader, with the zone's name. The database may accept zones that are newer than this
 * runtime: then the time is in UTC.
 */
export function planTime(tag: string, zone: string, startsAt: number, endsAt: number): string {
  const format = (timeZone: string) =>
    `${new Intl.DateTimeFormat(tag, {
      ...{
        weekday: "long",
        day: "numeric",
        month: "long",
        year: "numeric",
        hour: "numeric",
        minute: "2-digit",
        timeZone,
        calendar: "gregory",
      },
    } as const).formatRange(startsAt, endsAt)} (${timeZone})`;
  try {
    return format(zone);
  } catch {
    return format("UTC");
  }
}

/**
 * Returns the time of an occurrence for its reader, with the zone's name. The database may accept zones that are newer than this
 * runtime: then the time is in UTC. `formatRange` is not used, because its Japanese dates have no name of the month.
 */
export function planTime(tag: string, zone: string, startsAt: number, endsAt: number): string {
  const format = (timeZone: string) => {
    const formatter = (parts: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(tag, { ...parts, timeZone, calendar: "gregory" });
    const date = formatter({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
    const hour = formatter({ hour: "numeric", minute: "2-digit" });
    const [day, lastDay] = [date.format(startsAt), date.format(endsAt)];
    const end = lastDay === day ? hour.format(endsAt) : `${lastDay} · ${hour.format(endsAt)}`;
    return `${day} · ${hour.format(startsAt)} – ${end} (${timeZone})`;
  };
  try {
    return format(zone);
  } catch {
    return format("UTC");
  }
}

/**
 * Returns the date and time of an event with its time zone: the reader's, else UTC. The database may accept zones that are newer
 * than this runtime.
 */
export function noticeTime(at: Date, tag: string, timeZone: string | null): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(tag, {
      ...{ day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" },
      timeZone: zone,
      timeZoneName: "short",
    } as const).format(at);
  try {
    return format(timeZone ?? "UTC");
  } catch {
    return format("UTC");
  }
}

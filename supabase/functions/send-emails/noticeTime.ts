/** Returns the date and time of an event with its time zone: the reader's, else UTC. */
export const noticeTime = (at: Date, tag: string, timeZone: string | null): string =>
  new Intl.DateTimeFormat(tag, {
    ...{ day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" },
    timeZone: timeZone ?? "UTC",
    timeZoneName: "short",
  }).format(at);

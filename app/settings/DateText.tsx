import type { DateFormatter } from "~/lib/dates.ts";

interface DateTextProps {
  /** ISO 8601. */
  at: string;
  format: DateFormatter;
  /** Milliseconds since the epoch. */
  now: number;
  withTime?: boolean;
}

export function DateText({ at, format, now, withTime = false }: DateTextProps) {
  const moment = Date.parse(at);
  return (
    // The device's time zone replaces the server's after hydration.
    <time dateTime={at} suppressHydrationWarning>
      {format.date(moment, now)}
      {withTime && ` · ${format.shortTime(moment)}`}
    </time>
  );
}

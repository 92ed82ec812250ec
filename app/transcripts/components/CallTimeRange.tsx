import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";

/** `Tuesday, 14 April 2026, 18:00 to 18:52`. The server may format a date differently from this browser. */
export function CallTimeRange({
  call: { startedAt, endedAt },
  times,
}: {
  call: { readonly startedAt: number; readonly endedAt: number | null };
  times: DateFormatter;
}) {
  const t = useMessages();
  const [day, start] = [times.fullDate(startedAt), times.shortTime(startedAt)];
  return (
    <span suppressHydrationWarning>
      {endedAt === null
        ? t("transcript.since", { day, start })
        : t("transcript.from", { day, start, end: times.shortTime(endedAt) })}
    </span>
  );
}

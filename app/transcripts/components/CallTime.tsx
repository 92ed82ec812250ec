import { useMessages } from "~/i18n/index.tsx";
import type { Times } from "../times.ts";

/** `Tuesday, 14 April 2026, 18:00 to 18:52`. The server's words for a date may differ from this browser's. */
export function CallTime({
  call: { startedAt, endedAt },
  times,
}: {
  call: { readonly startedAt: number; readonly endedAt: number | null };
  times: Times;
}) {
  const t = useMessages();
  const [day, start] = [times.day(startedAt), times.short(startedAt)];
  return (
    <span suppressHydrationWarning>
      {endedAt === null
        ? t("transcript.since", { day, start })
        : t("transcript.from", { day, start, end: times.short(endedAt) })}
    </span>
  );
}

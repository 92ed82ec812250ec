import type { Translator } from "~/i18n/translate.ts";

/** Returns `52 min, 2 decisions, 4 tasks`, without what is zero. */
export function callFigures(
  t: Translator,
  { minutes, decisions, tasks }: { minutes: number; decisions: number; tasks: number },
): string {
  const length =
    minutes < 60
      ? t("meetings.minutes", { count: String(minutes) })
      : t("meetings.hours", { count: String(Math.floor(minutes / 60)), minutes: String(minutes % 60) });
  return [
    length,
    ...(decisions > 0 ? [t("meetings.decisions", { count: decisions })] : []),
    ...(tasks > 0 ? [t("meetings.tasks", { count: tasks })] : []),
  ].join(t("meetings.and"));
}

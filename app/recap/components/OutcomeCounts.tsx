import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { Chip } from "~/ui/Chip.tsx";
import { countOutcomes } from "../core/recap.ts";

/** `1 decision`, `2 tasks`, `1 open`. Renders nothing without marks. */
export function OutcomeCounts({ lines }: { lines: readonly TranscriptLine[] }) {
  const t = useMessages();
  const { decisions, tasks, open } = countOutcomes(lines);
  const counts = [
    { key: "decisions", count: decisions, text: t("recap.count.decisions", { count: decisions }) },
    { key: "tasks", count: tasks, text: t("recap.count.tasks", { count: tasks }) },
    { key: "open", count: open, text: t("recap.count.open", { count: open }) },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  return (
    <ul aria-label={t("recap.counts")} className="flex flex-wrap gap-2">
      {counts.map(({ key, text }) => (
        <li key={key}>
          <Chip tone={key === "open" ? "warning" : "quiet"}>{text}</Chip>
        </li>
      ))}
    </ul>
  );
}

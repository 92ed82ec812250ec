import { useId } from "react";
import type { ParticipantsById } from "~/call/roster.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { MarkIcon, MarkLabel } from "~/transcripts/MarkLabel.tsx";
import type { MissedLine } from "../core/catchUpStore.ts";
import { MissedText } from "./MissedText.tsx";

/** Shows decisions, tasks with their assignees, and questions. Renders nothing without marks. */
export function MissedMarks({ lines, people }: { lines: readonly MissedLine[]; people: ParticipantsById }) {
  const t = useMessages();
  const heading = useId();
  if (lines.length === 0) return null;
  const nameOf = (id: string) => people.get(id)?.display_name ?? t("transcript.somebody");
  return (
    <section aria-labelledby={heading} className="rounded-m bg-sunken p-4">
      <h3 id={heading} className="font-strong">
        {t("transcript.marked")}
      </h3>
      <ul className="mt-2 grid gap-3">
        {lines.map((line) => (
          <li key={line.id} data-person={people.get(line.author)?.colour ?? 1} className="flex gap-2">
            {line.mark && <MarkIcon kind={line.mark.kind} done={line.mark.done} className="mt-0.5 flex-none" />}
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2 leading-snug">
                {line.mark && (
                  <MarkLabel
                    mark={line.mark}
                    icon={false}
                    name={line.mark.who === null ? null : nameOf(line.mark.who)}
                  />
                )}
                <bdi className="text-13 text-ink-soft">{nameOf(line.author)}</bdi>
              </p>
              <MissedText lines={[line]} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

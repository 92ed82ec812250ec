import { LIMITS } from "#contracts/limits.ts";
import { ConfirmationCard } from "~/confirmations/ConfirmationCard.tsx";
import type { ConfirmationContext } from "~/confirmations/confirmationContext.ts";
import { TaskList } from "~/confirmations/TaskList.tsx";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { MarkIcon } from "~/transcripts/MarkLabel.tsx";
import { TranscriptCell } from "~/transcripts/TranscriptText.tsx";
import type { TranscriptLine } from "~/transcripts/transcriptLine.ts";
import type { TranscriptPerson } from "~/transcripts/transcriptView.ts";
import { useColumnText } from "~/transcripts/useColumnText.ts";
import { cx } from "~/ui/cx.ts";
import { groupMarks } from "../core/recap.ts";
import { LineAttribution } from "./LineAttribution.tsx";
import type { LineReferenceContext } from "./PartialSection.tsx";
import { RecapSection } from "./RecapSection.tsx";

interface MarkGroupsProps extends LineReferenceContext {
  lines: readonly TranscriptLine[];
  translating: boolean;
  /** False: the call has more marks. */
  complete: boolean;
  context: ConfirmationContext;
  people: readonly TranscriptPerson[];
  times: DateFormatter;
  /** The reader's day: `2026-12-01`. */
  today: string;
}

/** Decisions with everybody's answers, tasks, and questions, each with a link to its line. */
export function MarkGroups({
  lines,
  translating,
  complete,
  context,
  people,
  times,
  today,
  ...references
}: MarkGroupsProps) {
  const t = useMessages();
  const format = useFormatters();
  const groups = groupMarks(lines);
  const aboutOf = (line: TranscriptLine) => <LineAttribution line={line} {...references} />;
  return (
    <section aria-label={t("recap.marks")} className="grid gap-8">
      {lines.length === 0 && <p className="text-14 text-pretty text-ink-soft">{t("recap.marks.none")}</p>}
      {groups.decisions.length > 0 && (
        <RecapSection title={t("recap.decisions")}>
          <ul className="grid gap-4">
            {groups.decisions.map((line) => (
              <ConfirmationCard key={line.id} line={line} about={aboutOf(line)} {...context} />
            ))}
          </ul>
        </RecapSection>
      )}
      {groups.tasks.length > 0 && (
        <RecapSection title={t("recap.tasks")}>
          <TaskList tasks={groups.tasks} {...context} {...{ people, times, today, aboutOf }} />
        </RecapSection>
      )}
      {(["open", "answered"] as const).map(
        (group) =>
          groups[group].length > 0 && (
            <RecapSection key={group} title={t(`recap.${group}`)}>
              <ul className="border-b border-line">
                {groups[group].map((line) => (
                  <QuestionItem key={line.id} line={line} column={context.column} references={references} />
                ))}
              </ul>
            </RecapSection>
          ),
      )}
      <p role="status" className="text-14 text-ink-soft empty:hidden print:hidden">
        {translating && t("recap.marks.translating")}
      </p>
      {!complete && (
        <p className="text-13 text-ink-soft">
          {t("recap.more", { count: format.number(LIMITS.transcriptLinesPerPage) })}
        </p>
      )}
    </section>
  );
}

interface QuestionItemProps {
  line: TranscriptLine;
  column: ConfirmationContext["column"];
  references: LineReferenceContext;
}

function QuestionItem({ line, column, references }: QuestionItemProps) {
  const content = useColumnText(line, column);
  const done = line.mark?.done ?? false;
  return (
    <li className={cx("flex gap-2.5 border-t border-line py-3", done && "text-ink-soft")}>
      <MarkIcon kind="question" done={done} className="mt-1 flex-none" />
      <div className="min-w-0 flex-1">
        <TranscriptCell line={line} content={content} originalShown={false} />
        <LineAttribution line={line} {...references} />
      </div>
    </li>
  );
}

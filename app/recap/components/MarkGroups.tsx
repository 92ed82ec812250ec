import { LIMITS } from "#contracts/limits.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { MarkIcon, MarkLabel } from "~/transcripts/MarkLabel.tsx";
import { TranscriptCell } from "~/transcripts/TranscriptText.tsx";
import { isCorrectedByOther, type TranscriptColumn, type TranscriptLine } from "~/transcripts/transcriptLine.ts";
import type { TranscriptPerson } from "~/transcripts/transcriptView.ts";
import { useColumnText } from "~/transcripts/useColumnText.ts";
import { cx } from "~/ui/cx.ts";
import { groupMarks, MARK_GROUPS } from "../core/recap.ts";
import type { TranslatedMarksState } from "../core/translatedMarks.ts";
import { LineLink } from "./LineLink.tsx";
import { RecapSection } from "./RecapSection.tsx";

interface MarkGroupsProps {
  marked: TranslatedMarksState;
  /** False: the call has more marks. */
  complete: boolean;
  column: TranscriptColumn;
  /** Start of the call, milliseconds since the epoch. */
  startedAt: number;
  transcriptPath: string;
  personOf(id: string): TranscriptPerson | undefined;
}

/** Decisions, tasks and questions, each with a link to its line. */
export function MarkGroups({ marked: { lines, translating }, complete, ...shared }: MarkGroupsProps) {
  const t = useMessages();
  const format = useFormatters();
  const groups = groupMarks(lines);
  return (
    <RecapSection title={t("recap.marks")}>
      {lines.length === 0 && <p className="text-14 text-pretty text-ink-soft">{t("recap.marks.none")}</p>}
      <div className="grid gap-5">
        {MARK_GROUPS.filter((group) => groups[group].length > 0).map((group) => (
          <div key={group}>
            <h3 className="mb-1.5 text-13 leading-snug font-strong text-ink-soft">{t(`recap.${group}`)}</h3>
            <ul className="border-b border-line">
              {groups[group].map((line) => (
                <MarkedLineItem key={line.id} line={line} {...shared} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p role="status" className="text-14 text-ink-soft not-empty:mt-2 print:hidden">
        {translating && t("recap.marks.translating")}
      </p>
      {!complete && (
        <p className="mt-2 text-13 text-ink-soft">
          {t("recap.more", { count: format.number(LIMITS.transcriptLinesPerPage) })}
        </p>
      )}
    </RecapSection>
  );
}

type MarkedLineItemProps = Omit<MarkGroupsProps, "marked" | "complete"> & { line: TranscriptLine };

function MarkedLineItem({ line, column, startedAt, transcriptPath, personOf }: MarkedLineItemProps) {
  const t = useMessages();
  const { mark } = line;
  const content = useColumnText(line, column);
  if (mark === null) return null;
  const nameOf = (id: string) => personOf(id)?.name ?? t("transcript.somebody");
  return (
    <li className={cx("flex gap-2.5 border-t border-line py-3", mark.done && "text-ink-soft")}>
      <MarkIcon kind={mark.kind} done={mark.done} className="mt-1 flex-none" />
      <div className="min-w-0 flex-1">
        <TranscriptCell line={line} content={content} originalShown={false} />
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 leading-snug text-ink-soft">
          <bdi>{nameOf(line.author)}</bdi>
          <LineLink
            transcript={transcriptPath}
            {...{ id: line.id, at: line.at, sentLater: line.sentLater, startedAt }}
          />
          {isCorrectedByOther(line) && (
            <span>{t.rich("transcript.correctedBy", { name: <bdi>{nameOf(line.correctedBy ?? "")}</bdi> })}</span>
          )}
          {mark.kind === "task" && (mark.who !== null || mark.done) && (
            <MarkLabel mark={mark} icon={false} name={mark.who === null ? null : nameOf(mark.who)} />
          )}
        </p>
      </div>
    </li>
  );
}

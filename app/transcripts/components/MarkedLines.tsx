import { memo } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { callTime } from "../callTime.ts";
import { MarkIcon, MarkLabel } from "../MarkLabel.tsx";
import { TranscriptText } from "../TranscriptText.tsx";
import { isCorrectedByOther, type TranscriptColumn, type TranscriptLine } from "../transcriptLine.ts";
import { useColumnText } from "../useColumnText.ts";
import type { SharedRowProps } from "./TranscriptRow.tsx";

interface MarkedLinesProps {
  /** Lines with a mark. */
  lines: readonly TranscriptLine[];
  shared: SharedRowProps;
  onJump(id: string): void;
}

/** Decisions, tasks and questions, each with a link to its line. */
export const MarkedLines = memo(function Marked({
  lines,
  shared: { columns, startedAt, personOf },
  onJump,
}: MarkedLinesProps) {
  const t = useMessages();
  return (
    <section aria-labelledby="marked">
      <h2 id="marked" className="text-18 leading-snug font-head">
        {t("transcript.marked")}
      </h2>
      {lines.length === 0 ? (
        <p className="mt-2 text-14 text-pretty text-ink-soft">{t("transcript.marked.none")}</p>
      ) : (
        <ul className="mt-2 border-b border-line min-[60rem]:max-h-[70vh] min-[60rem]:overflow-y-auto min-[60rem]:overscroll-contain print:max-h-none">
          {lines.map((line) => (
            <li key={line.id} className="relative flex gap-2 border-t border-line py-2.5 text-14 leading-snug">
              {line.mark && <MarkIcon kind={line.mark.kind} done={line.mark.done} className="mt-0.5" />}
              <div className="min-w-0 flex-1">
                <a
                  href={`#line-${line.id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onJump(line.id);
                  }}
                  className="block rounded-s text-ink no-underline after:absolute after:inset-0 after:content-[''] hover:underline"
                >
                  <MarkedText line={line} column={columns.left} />
                </a>
                <p className="mt-0.5 flex flex-wrap gap-x-2 text-13 text-ink-soft">
                  <time dateTime={new Date(line.at).toISOString()} className="tabular-nums">
                    {callTime(startedAt, line.at)}
                    {line.sentLater && ` ${t("transcript.sentLater")}`}
                  </time>
                  {isCorrectedByOther(line) && (
                    <span>
                      {t.rich("transcript.correctedBy", {
                        name: <bdi>{personOf(line.correctedBy ?? "")?.name ?? t("transcript.somebody")}</bdi>,
                      })}
                    </span>
                  )}
                  {line.mark && (
                    <MarkLabel
                      mark={line.mark}
                      icon={false}
                      name={line.mark.who === null ? null : (personOf(line.mark.who)?.name ?? t("transcript.somebody"))}
                    />
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});

function MarkedText({ line, column }: { line: TranscriptLine; column: TranscriptColumn }) {
  return <TranscriptText words={useColumnText(line, column)} linked={false} />;
}

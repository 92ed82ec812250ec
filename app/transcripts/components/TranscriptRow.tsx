import Ellipsis from "lucide-react/icons/ellipsis";
import MessageSquare from "lucide-react/icons/message-square";
import { memo, type ReactNode } from "react";
import type { Language } from "#contracts/languages.ts";
import { FileLink } from "~/files/FileLink.tsx";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { IconButton } from "~/ui/IconButton.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { callTime } from "../callTime.ts";
import { LazyLineEditingTools } from "../lazy.tsx";
import { MarkLabel } from "../MarkLabel.tsx";
import { ProposalsButton } from "../ProposalsButton.tsx";
import { TranscriptCell, TranscriptText, type TranslationBackfillSlot } from "../TranscriptText.tsx";
import {
  columnText,
  isCorrectedByOther,
  silenceBefore,
  type TranscriptColumn,
  type TranscriptLine,
} from "../transcriptLine.ts";
import type { LineEditingContext, TranscriptColumns } from "../transcriptView.ts";
import { useColumnText } from "../useColumnText.ts";

/** Props that all rows share. A stable object, so that memoized rows do not re-render. */
export interface SharedRowProps extends LineEditingContext {
  /** Start of the call, milliseconds since the epoch. */
  readonly startedAt: number;
  readonly columns: TranscriptColumns;
  readonly backfillSlot: TranslationBackfillSlot | null;
  onToggleTools(id: string | null): void;
}

interface TranscriptRowProps {
  line: TranscriptLine;
  /** End of the line before, milliseconds since the epoch. */
  previousEnd: number | null;
  /** Whether the line continues that of the same person, which has the name. */
  joined: boolean;
  shared: SharedRowProps;
  open: boolean;
  /** Target of the last search step or jump. */
  isCurrent: boolean;
  /** Language of the search hit if no column shows it. */
  foundIn: Language | null;
  translating: boolean;
}

/** A line with its author, its time, its text in the chosen languages, and its mark. */
export const TranscriptRow = memo(function Row(props: TranscriptRowProps) {
  const { line, previousEnd, joined, shared, open, isCurrent, foundIn, translating } = props;
  const { times, startedAt, columns, backfillSlot, personOf } = shared;
  const t = useMessages();
  const format = useFormatters();
  const person = personOf(line.author);
  const nameOf = (id: string) => personOf(id)?.name ?? t("transcript.somebody");
  const { left, right } = useTextInColumns(line, columns);
  const gap = silenceBefore(previousEnd, line);
  return (
    <>
      {gap !== null && (
        <li className="flex items-center gap-3 border-t border-line py-2 text-13 text-ink-soft group-data-[only-marks=true]/lines:hidden">
          <time dateTime={new Date(line.at).toISOString()} className="tabular-nums">
            {callTime(startedAt, line.at)}
          </time>
          {t("transcript.silence", { count: Math.floor(gap / 60_000) })}
        </li>
      )}
      <li
        id={`line-${line.id}`}
        tabIndex={-1}
        data-person={person?.colour ?? 1}
        data-marked={line.mark !== null}
        data-current={isCurrent}
        data-joined={joined}
        className={cx(
          "row-of-lines group/row grid scroll-my-24 grid-cols-[minmax(0,1fr)_36px] gap-x-4 border-t border-line py-3 min-[48rem]:-mx-2 min-[48rem]:px-2",
          "data-[current=true]:bg-accent-soft data-[marked=false]:group-data-[only-marks=true]/lines:hidden",
          "min-[48rem]:grid-cols-[112px_minmax(0,1fr)_36px] min-[48rem]:group-data-[two=true]/lines:grid-cols-[112px_minmax(0,1fr)_minmax(0,1fr)_36px]",
        )}
      >
        <p className="row-who flex min-w-0 items-baseline gap-2 leading-snug min-[48rem]:block min-[48rem]:pt-0.5">
          <span className="row-name min-w-0 truncate font-strong text-person min-[48rem]:block">
            <bdi>{nameOf(line.author)}</bdi>
          </span>
          <time
            dateTime={new Date(line.at).toISOString()}
            title={times.time(line.at)}
            suppressHydrationWarning
            className="flex-none text-13 text-ink-soft tabular-nums"
          >
            {callTime(startedAt, line.at)}
            {line.sentLater && ` ${t("transcript.sentLater")}`}
          </time>
          {line.kind === "chat" && (
            <span className="ms-1.5 inline-block align-[-2px] text-ink-soft" title={t("transcript.chat")}>
              <MessageSquare aria-hidden="true" className="size-3.5" />
              <span className="sr-only">{t("transcript.chat")}</span>
            </span>
          )}
        </p>
        <IconButton
          label={t("transcript.tools")}
          size="s"
          icon={<Ellipsis />}
          aria-expanded={open}
          onClick={() => shared.onToggleTools(open ? null : line.id)}
          className="row-tools col-start-2 row-start-1 self-start text-ink-soft min-[48rem]:col-start-3 min-[48rem]:group-data-[two=true]/lines:col-start-4 print:hidden pointer-coarse:min-h-control"
        />
        <div
          data-waits={columns.right === "original" && left.state === "missing"}
          className="row-text col-span-2 min-w-0 min-[48rem]:col-span-1 min-[48rem]:col-start-2 min-[48rem]:row-start-1"
        >
          <TranscriptCell
            line={line}
            content={left}
            originalShown={right?.state === "original"}
            backfillSlot={backfillSlot}
          />
          {line.file && <FileLink lineId={line.id} file={line.file} />}
          {line.typedBy !== null && !line.edited && (
            <RowNote>{t.rich("transcript.typedBy", { name: <bdi>{nameOf(line.typedBy)}</bdi> })}</RowNote>
          )}
          {line.proposals > 0 && line.author === shared.me && (
            <ProposalsButton count={line.proposals} onClick={() => shared.onToggleTools(line.id)} />
          )}
          {isCorrectedByOther(line) && (
            <RowNote>
              {t.rich("transcript.correctedBy", {
                name: <bdi>{nameOf(line.correctedBy ?? "")}</bdi>,
              })}
            </RowNote>
          )}
          {translating && (backfillSlot === null || left.state !== "missing") && (
            <RowNote>{t("transcript.translating")}</RowNote>
          )}
          {foundIn !== null && (
            <div className="mt-1 text-14">
              <p className="text-13 text-ink-soft">
                {t("transcript.foundIn", { language: format.languageName(foundIn) })}
              </p>
              <TranscriptText words={columnText(line, foundIn)} className="border-s-2 border-line-strong ps-3" />
            </div>
          )}
          {line.mark && (
            <p className="mt-1">
              <MarkLabel mark={line.mark} name={line.mark.who === null ? null : nameOf(line.mark.who)} />
            </p>
          )}
        </div>
        {right !== null && (
          <div className="col-span-2 mt-1.5 min-w-0 text-ink-soft min-[48rem]:col-span-1 min-[48rem]:col-start-3 min-[48rem]:row-start-1 min-[48rem]:mt-0">
            {/* On a phone the second column is below the first, behind a border. */}
            <TranscriptCell
              line={line}
              content={right}
              originalShown
              backfillSlot={backfillSlot}
              className="border-s-2 border-line ps-3 min-[48rem]:border-0 min-[48rem]:ps-0"
            />
          </div>
        )}
        {open && (
          <div className="col-span-full mt-3 min-[48rem]:col-start-2 print:hidden">
            <LazyLineEditingTools fallback={<Skeleton className="h-9! w-60" />}>
              {({ LineEditingTools }) => <LineEditingTools line={line} shared={shared} />}
            </LazyLineEditingTools>
          </div>
        )}
      </li>
    </>
  );
});

/** Omits the right column if it repeats the left. */
function useTextInColumns(
  line: TranscriptLine,
  { left, right }: { left: TranscriptColumn; right: TranscriptColumn | "none" },
) {
  const first = useColumnText(line, left);
  const second = useColumnText(line, right === "none" ? left : right);
  const isRepeated = second.language === first.language || second.text === first.text;
  return { left: first, right: right === "none" || isRepeated ? null : second };
}

const RowNote = ({ children }: { children: ReactNode }) => (
  <p className="mt-0.5 text-13 leading-snug text-ink-soft">{children}</p>
);

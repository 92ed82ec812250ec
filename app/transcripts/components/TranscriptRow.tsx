import Ellipsis from "lucide-react/icons/ellipsis";
import MessageSquare from "lucide-react/icons/message-square";
import { lazy, memo, type ReactNode, Suspense } from "react";
import type { Language } from "#contracts/languages.ts";
import { FileLink } from "~/files/FileLink.tsx";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { personColour } from "~/ui/person.ts";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { LineEditingContext } from "../LineEditingTools.tsx";
import { MarkLabel } from "../MarkLabel.tsx";
import { TranscriptCell, TranscriptText } from "../TranscriptText.tsx";
import {
  columnText,
  isCorrectedByOther,
  silenceBefore,
  type TranscriptColumn,
  type TranscriptLine,
} from "../transcriptLine.ts";
import type { TranscriptColumns } from "../transcriptView.ts";
import type { TranslationBackfillSlot } from "./useTranslationBackfill.ts";

/** What the rows of a transcript have in common; the same object for as long as it says the same. */
export interface SharedRowProps extends LineEditingContext {
  readonly columns: TranscriptColumns;
  readonly backfillSlot: TranslationBackfillSlot | null;
  onToggleTools(id: string | null): void;
}

/** With the first press, and with them the texts of what may be refused: most read, and change nothing. */
const LazyLineEditingTools = lazy(() =>
  Promise.all([import("../LineEditingTools.tsx"), loadNamespaces("errors")]).then(
    ([{ LineEditingTools }]) => ({ default: LineEditingTools }),
    () => ({ default: LineEditingToolsUnavailable }),
  ),
);

function LineEditingToolsUnavailable(_: { line: TranscriptLine; shared: SharedRowProps }) {
  return <ErrorNotice code="network/offline" shape="row" />;
}

interface TranscriptRowProps {
  line: TranscriptLine;
  /** When the words before it ended, milliseconds since the epoch. */
  previousEnd: number | null;
  shared: SharedRowProps;
  open: boolean;
  /** The search or a jump led here. */
  isCurrent: boolean;
  /** What was searched stands in a language that no column shows. */
  foundIn: Language | null;
  translating: boolean;
}

/** As minutes have it: who, when, the words in the chosen languages, what the line is to those who come back. */
export const TranscriptRow = memo(function Row(props: TranscriptRowProps) {
  const { line, previousEnd, shared, open, isCurrent, foundIn, translating } = props;
  const { times, columns, backfillSlot, personOf } = shared;
  const t = useMessages();
  const format = useFormatters();
  const person = personOf(line.author);
  const nameOf = (id: string) => personOf(id)?.name ?? t("transcript.somebody");
  const { left, right } = textInColumns(line, columns);
  const gap = silenceBefore(previousEnd, line);
  return (
    <>
      {gap !== null && (
        <li className="flex items-center gap-3 border-t border-line py-2 text-13 text-ink-soft group-data-[only-marks=true]/lines:hidden">
          <time dateTime={new Date(line.at).toISOString()} suppressHydrationWarning className="tabular-nums">
            {times.shortTime(line.at)}
          </time>
          {t("transcript.silence", { count: Math.floor(gap / 60_000) })}
        </li>
      )}
      <li
        id={`line-${line.id}`}
        tabIndex={-1}
        data-person={personColour(person?.number ?? 1)}
        data-marked={line.mark !== null}
        data-current={isCurrent}
        className={cx(
          "row-of-lines grid scroll-my-24 grid-cols-[minmax(0,1fr)_36px] gap-x-4 border-t border-line py-3 min-[48rem]:-mx-2 min-[48rem]:px-2",
          "data-[current=true]:bg-accent-soft data-[marked=false]:group-data-[only-marks=true]/lines:hidden",
          "min-[48rem]:grid-cols-[112px_minmax(0,1fr)_36px] min-[48rem]:group-data-[two=true]/lines:grid-cols-[112px_minmax(0,1fr)_minmax(0,1fr)_36px]",
        )}
      >
        <p className="flex min-w-0 items-baseline gap-2 leading-snug min-[48rem]:block min-[48rem]:pt-0.5">
          <span className="min-w-0 truncate font-strong text-person min-[48rem]:block">
            <bdi>{nameOf(line.author)}</bdi>
          </span>
          <time
            dateTime={new Date(line.at).toISOString()}
            suppressHydrationWarning
            className="flex-none text-13 text-ink-soft tabular-nums"
          >
            {times.time(line.at)}
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
          className="col-start-2 row-start-1 self-start text-ink-soft min-[48rem]:col-start-3 min-[48rem]:group-data-[two=true]/lines:col-start-4 print:hidden pointer-coarse:min-h-control"
        />
        <div className="col-span-2 min-w-0 min-[48rem]:col-span-1 min-[48rem]:col-start-2 min-[48rem]:row-start-1">
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
            {/* On a phone, below the other words: behind a line on the side where these begin. */}
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
            <Suspense fallback={<Skeleton className="h-9! w-60" />}>
              <LazyLineEditingTools line={line} shared={shared} />
            </Suspense>
          </div>
        )}
      </li>
    </>
  );
});

/** Not the same words twice. */
function textInColumns(
  line: TranscriptLine,
  { left, right }: { left: TranscriptColumn; right: TranscriptColumn | "none" },
) {
  const first = columnText(line, left);
  const second = right === "none" ? null : columnText(line, right);
  return { left: first, right: second?.language === first.language ? null : second };
}

const RowNote = ({ children }: { children: ReactNode }) => (
  <p className="mt-0.5 text-13 leading-snug text-ink-soft">{children}</p>
);

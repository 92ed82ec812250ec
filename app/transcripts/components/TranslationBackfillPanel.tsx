import { type RefObject, startTransition, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { systemClock } from "~/lib/clock.ts";
import { createLazyBrowserTranslator } from "~/translation/lazyBrowserTranslator.ts";
import type { TranslateLines } from "~/translation/translateLines.ts";
import { createTranslationReach } from "~/translation/translationReach.ts";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import type { Transcript } from "../core/transcript.ts";
import {
  createTranslationBackfill,
  type TranslationBackfill,
  type TranslationBackfillState,
} from "../core/translationBackfill.ts";
import type { TranslationBackfillSlot } from "../TranscriptText.tsx";
import type { TranscriptLine } from "../transcriptLine.ts";
import type { TranscriptColumns, TranscriptPerson } from "../transcriptView.ts";
import { MissingTranslation } from "./MissingTranslation.tsx";
import { useVisibleLines } from "./useVisibleLines.ts";

interface TranslationBackfillPanelProps {
  transcript: Transcript;
  translate: TranslateLines;
  pairs: LanguagePairs;
  columns: TranscriptColumns;
  list: RefObject<HTMLElement>;
  lines: readonly TranscriptLine[];
  /** Lines of the sidebar, which are visible wherever they are in the list. */
  marked: readonly TranscriptLine[];
  allLoaded: boolean;
  /** All participants of the meeting's calls. */
  people: readonly TranscriptPerson[];
  /** Null on unmount. */
  onSlotChange(slot: TranslationBackfillSlot | null): void;
}

/** Marked lines that are translated although the list does not show them. */
const MAX_BACKFILLED_MARKS = 25;

/** Translates visible lines, shows the progress, and offers to translate the rest. */
export function TranslationBackfillPanel(props: TranslationBackfillPanelProps) {
  const { transcript, translate, pairs, columns, list, lines, marked, allLoaded, people, onSlotChange } = props;
  const [backfill] = useState(() =>
    createTranslationBackfill({
      ...{ transcript, translate, clock: systemClock },
      reach: createTranslationReach({ engines: pairs, api: globalThis.Translator, clock: systemClock }),
      device: createLazyBrowserTranslator({
        ...{ api: globalThis.Translator, clock: systemClock },
        names: () => people.map(({ name }) => name),
      }),
    }),
  );
  useEffect(() => {
    const close = backfill.start();
    startTransition(() => onSlotChange({ backfill, MissingTranslation }));
    return () => {
      close();
      onSlotChange(null);
    };
  }, [backfill, onSlotChange]);
  const { left, right } = columns;
  useEffect(() => {
    backfill.setLanguages(
      [...new Set([left, right])].flatMap((column) => (column === "original" || column === "none" ? [] : [column])),
    );
  }, [backfill, left, right]);

  const [visibleIds, setVisibleIds] = useState<ReadonlySet<string>>(new Set());
  useVisibleLines(list, lines.length, setVisibleIds);
  const markedIds = useMemo(() => marked.slice(0, MAX_BACKFILLED_MARKS).map(({ id }) => id), [marked]);
  useEffect(() => backfill.setVisible(new Set([...visibleIds, ...markedIds])), [backfill, visibleIds, markedIds]);

  const state = useSyncExternalStore(backfill.subscribe, backfill.getSnapshot, backfill.getSnapshot);
  return <BackfillProgress backfill={backfill} state={state} allLoaded={allLoaded} />;
}

function BackfillProgress({
  backfill,
  state,
  allLoaded,
}: {
  backfill: TranslationBackfill;
  state: TranslationBackfillState;
  allLoaded: boolean;
}) {
  const t = useMessages();
  const statusText = useBackfillStatusText(state, allLoaded);
  const { missing, running } = state;
  return (
    // It floats above the end of the list, so that no line moves when it comes.
    <div
      className={cx(
        "sticky z-10 bottom-[calc(80px+env(safe-area-inset-bottom))] min-[48rem]:bottom-4 print:hidden",
        statusText !== null &&
          "mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-m border border-line bg-raised px-4 py-2 text-14 leading-snug text-ink-soft shadow-2",
      )}
    >
      <p role="status" className="min-w-0 max-w-prose text-pretty empty:hidden">
        {statusText}
      </p>
      {running ? (
        <Button size="s" onClick={backfill.stop}>
          {t("untranslated.stop")}
        </Button>
      ) : (
        statusText !== null &&
        missing > 0 && (
          <Button size="s" onClick={() => void backfill.translateRemaining()}>
            {state.error === null ? t("untranslated.rest", { count: missing }) : t("action.retry")}
          </Button>
        )
      )}
    </div>
  );
}

/** Returns null if every missing translation is requested on scroll. */
function useBackfillStatusText(
  { missing, offscreen, running, done, error }: TranslationBackfillState,
  allLoaded: boolean,
): string | null {
  const t = useMessages();
  const format = useFormatters();
  if (running)
    return t("untranslated.running", { done: format.number(running.finished), all: format.number(running.all) });
  if (error === "translate/quota") {
    const today = new Date();
    const tomorrow = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1);
    return t("untranslated.quota", { time: format.time(tomorrow) });
  }
  if (error === "translate/unavailable") return t("untranslated.unavailable");
  if (error !== null) return errorText(t, error);
  if (offscreen > 0 && allLoaded) return t("untranslated.count", { count: missing });
  return done && missing === 0 ? t("untranslated.done") : null;
}

import { type ComponentType, startTransition, useEffect, useState } from "react";
import { loadNamespaces } from "~/i18n/loadMessages.ts";
import type { TranslationBackfill } from "../core/translationBackfill.ts";
import { columnText, type TranscriptLine } from "../transcriptLine.ts";
import type { TranscriptColumns } from "../transcriptView.ts";
import type { MissingTranslationProps } from "./MissingTranslation.tsx";

/** What brings missing translations, and what stands in their place meanwhile. */
export interface TranslationBackfillSlot {
  readonly backfill: TranslationBackfill;
  readonly MissingTranslation: ComponentType<MissingTranslationProps>;
}

type TranslationBackfillUi = typeof import("./TranslationBackfillPanel.tsx");

/** Comes with its texts when something is missing: most transcripts are whole. Without it the originals stand there. */
export function useTranslationBackfill(
  lines: readonly TranscriptLine[],
  { left, right }: TranscriptColumns,
): TranslationBackfillUi | null {
  const [ui, setUi] = useState<TranslationBackfillUi | null>(null);
  const wanted =
    ui === null &&
    [left, right].some(
      (column) => column !== "none" && lines.some((line) => columnText(line, column).state === "missing"),
    );
  useEffect(() => {
    if (!wanted) return;
    let active = true;
    Promise.all([import("./TranslationBackfillPanel.tsx"), loadNamespaces("untranslated")]).then(
      ([loaded]) => {
        if (active) startTransition(() => setUi(loaded));
      },
      () => {},
    );
    return () => {
      active = false;
    };
  }, [wanted]);
  return ui;
}

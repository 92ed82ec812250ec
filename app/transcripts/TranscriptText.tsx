import type { ComponentType } from "react";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { TranslateAnywayButton } from "~/translation/TranslateAnywayButton.tsx";
import { cx } from "~/ui/cx.ts";
import { LinkedText } from "~/ui/LinkedText.tsx";
import type { TranslationBackfill } from "./core/translationBackfill.ts";
import type { ColumnText, TranscriptLine } from "./transcriptLine.ts";

const LABEL_CLASS =
  "rounded-s py-1 text-13 leading-snug text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control pointer-coarse:py-3 print:hidden";

/** As high as the label of a translation below a text, or as the original that will take its place (`transcript.css`). */
export const STATE_CLASS = "row-state py-1 text-13 leading-snug text-ink-soft pointer-coarse:py-3";

interface TranscriptTextProps {
  words: Pick<ColumnText, "text" | "language">;
  className?: string;
  /** False inside a link. */
  linked?: boolean;
}

/** A text in its own language and direction, with its addresses as links. */
export function TranscriptText({ words, className, linked = true }: TranscriptTextProps) {
  return (
    <p
      data-words
      lang={words.language}
      dir={LANGUAGES[words.language].dir}
      className={cx("text-written max-w-full whitespace-pre-wrap", className)}
    >
      {linked ? <LinkedText text={words.text} /> : words.text}
    </p>
  );
}

export interface MissingTranslationProps {
  line: TranscriptLine;
  /** The missing language. */
  language: Language;
  backfill: TranslationBackfill;
}

/** The lazily loaded backfill with the component that shows its state in a cell. */
export interface TranslationBackfillSlot {
  readonly backfill: TranslationBackfill;
  readonly MissingTranslation: ComponentType<MissingTranslationProps>;
}

interface TranscriptCellProps {
  line: TranscriptLine;
  content: ColumnText;
  /** The other column of the row shows the original. */
  originalShown: boolean;
  /** Null until the backfill has loaded. */
  backfillSlot?: TranslationBackfillSlot | null;
  className?: string;
}

/** One column of a line. The original of a translation opens below it. */
export function TranscriptCell({ line, content, originalShown, backfillSlot = null, className }: TranscriptCellProps) {
  const t = useMessages();
  const format = useFormatters();
  const language = format.languageName(line.language);
  if (content.state === "missing" && backfillSlot !== null)
    return <backfillSlot.MissingTranslation line={line} language={content.wanted} backfill={backfillSlot.backfill} />;
  return (
    <>
      <TranscriptText words={content} {...(className && { className })} />
      {content.state === "readable" && <TranslateAnywayButton lineId={line.id} className={LABEL_CLASS} />}
      {content.state === "missing" && <p className={STATE_CLASS}>{t("transcript.missing", { language })}</p>}
      {content.state === "translated" && !originalShown && (
        <OriginalDetails line={line} label={t("transcript.fromLanguage", { language })} />
      )}
    </>
  );
}

/** The original text, in a native disclosure. */
export const OriginalDetails = ({ line, label }: { line: TranscriptLine; label: string }) => (
  <details className="print:hidden">
    <summary className={`w-max max-w-full list-none ${LABEL_CLASS}`}>{label}</summary>
    <TranscriptText words={line} className="border-s-2 border-person ps-3 text-14 text-ink-soft" />
  </details>
);

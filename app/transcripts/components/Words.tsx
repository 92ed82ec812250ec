import { LANGUAGES } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { cx } from "~/ui/cx.ts";
import type { TranscriptLine, Worded } from "../core/line.ts";
import type { Fill } from "../useFill.ts";

/** A line's words in their own language and direction. */
export function Written({ words, className }: { words: Pick<Worded, "text" | "language">; className?: string }) {
  return (
    <p
      data-words
      lang={words.language}
      dir={LANGUAGES[words.language].dir}
      className={cx("text-written max-w-full whitespace-pre-wrap", className)}
    >
      {words.text}
    </p>
  );
}

interface CellProps {
  line: TranscriptLine;
  words: Worded;
  /** The words as they were said stand elsewhere in the row. */
  originalBeside: boolean;
  /** What brings a missing translation; null before that is here. */
  fill?: Fill | null;
  className?: string;
}

/** What a column has of a line; the original of a translation opens below it. */
export function Cell({ line, words, originalBeside, fill = null, className }: CellProps) {
  const t = useMessages();
  const format = useFormat();
  const language = format.languageName(line.language);
  if (words.state === "missing" && fill !== null)
    return <fill.Missing line={line} language={words.wanted} filling={fill.filling} />;
  return (
    <>
      <Written words={words} {...(className && { className })} />
      {words.state === "missing" && (
        <p className="text-13 leading-snug text-ink-soft">{t("transcript.missing", { language })}</p>
      )}
      {words.state === "translated" && !originalBeside && (
        <Original line={line} label={t("transcript.fromLanguage", { language })} />
      )}
    </>
  );
}

/** Behind the label the words as they were said, opened by the browser's own means. */
export const Original = ({ line, label }: { line: TranscriptLine; label: string }) => (
  <details className="print:hidden">
    <summary className="w-max max-w-full list-none rounded-s py-1 text-13 leading-snug text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control pointer-coarse:py-3">
      {label}
    </summary>
    <Written words={line} className="border-s-2 border-person ps-3 text-14 text-ink-soft" />
  </details>
);

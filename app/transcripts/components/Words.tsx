import { LANGUAGES } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { cx } from "~/ui/cx.ts";
import type { TranscriptLine, Worded } from "../core/line.ts";

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
  className?: string;
}

/** What a column has of a line; the original of a translation opens below it, by the browser's own means. */
export function Cell({ line, words, originalBeside, className }: CellProps) {
  const t = useMessages();
  const format = useFormat();
  const language = format.languageName(line.language);
  return (
    <>
      <Written words={words} {...(className && { className })} />
      {words.state === "missing" && (
        <p className="text-13 leading-snug text-ink-soft">{t("transcript.missing", { language })}</p>
      )}
      {words.state === "translated" && !originalBeside && (
        <details className="print:hidden">
          <summary className="w-max max-w-full list-none rounded-s py-1 text-13 leading-snug text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control pointer-coarse:py-3">
            {t("transcript.fromLanguage", { language })}
          </summary>
          <Written words={line} className="border-s-2 border-person ps-3 text-14 text-ink-soft" />
        </details>
      )}
    </>
  );
}

import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { OriginalDetails, TranscriptText } from "~/transcripts/TranscriptText.tsx";
import type { TranscriptColumn, TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { useColumnText } from "~/transcripts/useColumnText.ts";

interface LineWordsProps {
  line: TranscriptLine;
  column: TranscriptColumn;
  className?: string;
  /** The original is always below a translation, not only on request. */
  originalBeside?: boolean;
}

/** A line in the reader's language with its original. Without a translation, the original with the reason. */
export function LineWords({ line, column, className, originalBeside = false }: LineWordsProps) {
  const t = useMessages();
  const format = useFormatters();
  const content = useColumnText(line, column);
  const language = format.languageName(line.language);
  return (
    <>
      <TranscriptText words={content} {...(className !== undefined && { className })} />
      {content.state === "missing" && (
        <p className="mt-1 text-13 leading-snug text-ink-soft">{t("transcript.missing", { language })}</p>
      )}
      {content.state === "translated" &&
        (originalBeside ? (
          <TranscriptText words={line} className="mt-2 border-s-2 border-person ps-3 text-14 text-ink-soft" />
        ) : (
          <OriginalDetails line={line} label={t("transcript.fromLanguage", { language })} />
        ))}
    </>
  );
}

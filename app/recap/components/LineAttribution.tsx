import { useMessages } from "~/i18n/I18nProvider.tsx";
import { isCorrectedByOther, type TranscriptLine } from "~/transcripts/transcriptLine.ts";
import { LineLink } from "./LineLink.tsx";
import type { LineReferenceContext } from "./PartialSection.tsx";

interface LineAttributionProps extends LineReferenceContext {
  line: TranscriptLine;
}

/** The author of a marked line, a link to it, and who corrected it. */
export function LineAttribution({ line, startedAt, transcriptPath, personOf }: LineAttributionProps) {
  const t = useMessages();
  const nameOf = (id: string) => personOf(id)?.name ?? t("transcript.somebody");
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 leading-snug text-ink-soft">
      <bdi>{nameOf(line.author)}</bdi>
      <LineLink transcript={transcriptPath} {...{ id: line.id, at: line.at, sentLater: line.sentLater, startedAt }} />
      {isCorrectedByOther(line) && (
        <span>{t.rich("transcript.correctedBy", { name: <bdi>{nameOf(line.correctedBy ?? "")}</bdi> })}</span>
      )}
    </p>
  );
}

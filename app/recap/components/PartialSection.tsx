import type { ReactNode } from "react";
import { LIMITS } from "#contracts/limits.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { TranscriptPerson } from "~/transcripts/transcriptView.ts";
import { LineLink } from "./LineLink.tsx";
import { RecapSection } from "./RecapSection.tsx";

/** Data that a reference to a line needs. */
export interface LineReferenceContext {
  /** Start of the call, milliseconds since the epoch. */
  startedAt: number;
  transcriptPath: string;
  personOf(id: string): TranscriptPerson | undefined;
}

/** A section that notes when it is incomplete: one page of lines was read. */
export function PartialSection({
  title,
  complete,
  children,
}: {
  title: string;
  complete: boolean;
  children: ReactNode;
}) {
  const t = useMessages();
  const format = useFormatters();
  return (
    <RecapSection title={title}>
      {children}
      {!complete && (
        <p className="mt-2 text-13 text-ink-soft">
          {t("recap.more", { count: format.number(LIMITS.transcriptLinesPerPage) })}
        </p>
      )}
    </RecapSection>
  );
}

interface AttributionProps extends LineReferenceContext {
  author: string;
  /** Id of the line. */
  lineId: string;
  at: number;
}

/** The author and a link to the line. */
export function Attribution({ author, lineId, at, startedAt, transcriptPath, personOf }: AttributionProps) {
  const t = useMessages();
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
      <bdi>{personOf(author)?.name ?? t("transcript.somebody")}</bdi>
      <LineLink transcript={transcriptPath} id={lineId} at={at} startedAt={startedAt} />
    </p>
  );
}

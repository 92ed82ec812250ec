import type { ReactNode } from "react";
import { LIMITS } from "#contracts/limits.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { TimeFormatter } from "~/transcripts/timeFormatter.ts";
import type { TranscriptPerson } from "~/transcripts/transcriptView.ts";
import { LineLink } from "./LineLink.tsx";
import { RecapSection } from "./RecapSection.tsx";

/** Where in the call something is found. */
export interface LineReferenceContext {
  times: TimeFormatter;
  transcriptPath: string;
  personOf(id: string): TranscriptPerson | undefined;
}

/** What was found in a call's lines, or in the first of them. */
export function PartialSection({ title, whole, children }: { title: string; whole: boolean; children: ReactNode }) {
  const t = useMessages();
  const format = useFormatters();
  return (
    <RecapSection title={title}>
      {children}
      {!whole && (
        <p className="mt-2 text-13 text-ink-soft">{t("recap.more", { count: format.number(LIMITS.transcriptPage) })}</p>
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

/** Who brought it, and the way to the line. */
export function Attribution({ author, lineId, at, times, transcriptPath, personOf }: AttributionProps) {
  const t = useMessages();
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
      <bdi>{personOf(author)?.name ?? t("transcript.somebody")}</bdi>
      <LineLink transcript={transcriptPath} id={lineId} at={at} times={times} />
    </p>
  );
}

import type { ReactNode } from "react";
import { LIMITS } from "#contracts/limits.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import type { PersonView, Times } from "~/transcripts/landing.ts";
import { LineLink } from "./LineLink.tsx";
import { Section } from "./Section.tsx";

/** Where in the call something is found. */
export interface Whereabouts {
  times: Times;
  transcript: string;
  personOf(id: string): PersonView | undefined;
}

/** What was found in a call's lines, or in the first of them. */
export function Found({ title, whole, children }: { title: string; whole: boolean; children: ReactNode }) {
  const t = useMessages();
  const format = useFormat();
  return (
    <Section title={title}>
      {children}
      {!whole && (
        <p className="mt-2 text-13 text-ink-soft">{t("recap.more", { count: format.number(LIMITS.transcriptPage) })}</p>
      )}
    </Section>
  );
}

interface ByProps extends Whereabouts {
  author: string;
  /** Id of the line. */
  line: string;
  at: number;
}

/** Who brought it, and the way to the line. */
export function By({ author, line, at, times, transcript, personOf }: ByProps) {
  const t = useMessages();
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
      <bdi>{personOf(author)?.name ?? t("transcript.somebody")}</bdi>
      <LineLink transcript={transcript} id={line} at={at} times={times} />
    </p>
  );
}

import { LIMITS } from "#contracts/limits.ts";
import { FileLink } from "~/files/landing.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import type { PersonView, Times } from "~/transcripts/landing.ts";
import type { RecapView } from "../view.ts";
import { LineLink } from "./LineLink.tsx";
import { Section } from "./Section.tsx";

interface FilesProps {
  files: RecapView["files"];
  times: Times;
  transcript: string;
  personOf(id: string): PersonView | undefined;
}

/** What was shared in the call, and by whom. */
export function Files({ files: { all, whole }, times, transcript, personOf }: FilesProps) {
  const t = useMessages();
  const format = useFormat();
  if (all.length === 0) return null;
  return (
    <Section title={t("recap.files")}>
      <ul className="grid gap-3 min-[40rem]:grid-cols-2">
        {all.map(({ id, author, at, file }) => (
          <li key={id} className="min-w-0">
            <FileLink id={id} file={file} />
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
              <bdi>{personOf(author)?.name ?? t("transcript.somebody")}</bdi>
              <LineLink transcript={transcript} id={id} at={at} times={times} />
            </p>
          </li>
        ))}
      </ul>
      {!whole && (
        <p className="mt-2 text-13 text-ink-soft">{t("recap.more", { count: format.number(LIMITS.transcriptPage) })}</p>
      )}
    </Section>
  );
}

import { useState } from "react";
import type { Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { LineRevisions } from "../lineEditing.ts";
import { TranscriptText } from "../TranscriptText.tsx";
import type { TranscriptLine } from "../transcriptLine.ts";
import type { LineEditingContext } from "../transcriptView.ts";

/** All revisions of a line with their authors and times, the newest first. */
export function RevisionHistory({
  line: { id, revision },
  shared,
}: {
  line: TranscriptLine;
  shared: LineEditingContext;
}) {
  const t = useMessages();
  const { editing, times, personOf } = shared;
  const [result, setResult] = useState<Result<LineRevisions> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each revision adds to the history
  useAsyncEffect(
    async (signal) => {
      const revisions = await editing.revisions(id);
      if (!signal.aborted) setResult(revisions);
    },
    [editing, id, revision],
  );
  if (result === null) return <Skeleton className="w-60" />;
  if (!result.ok)
    return (
      <p role="alert" className="text-13 text-danger">
        {errorText(t, result.error.code)}
      </p>
    );
  return (
    <ol className="grid max-w-[560px] gap-2.5">
      {result.value.toReversed().map((entry) => (
        <li key={entry.revision} className="border-s-2 border-line-strong ps-3 text-14">
          <TranscriptText words={entry} />
          <p className="text-13 leading-snug text-ink-soft">
            <bdi>
              {entry.by === null ? t("transcript.recogniser") : (personOf(entry.by)?.name ?? t("transcript.somebody"))}
            </bdi>
            {" · "}
            <time dateTime={entry.at} className="tabular-nums">
              {times.fullDate(Date.parse(entry.at))} {times.time(Date.parse(entry.at))}
            </time>
          </p>
        </li>
      ))}
    </ol>
  );
}

import { useState } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { Transcript, TranscriptState } from "../core/transcript.ts";
import type { TranscriptView } from "../transcriptView.ts";

interface TranscriptFooterProps {
  view: TranscriptView;
  state: TranscriptState;
  transcript: Transcript;
}

/** Loading state below the last line, and a button for newer lines during the call. */
export function TranscriptFooter({
  view,
  state: { lines, hasMore, loading, error },
  transcript,
}: TranscriptFooterProps) {
  const t = useMessages();
  const format = useFormatters();
  const [checkedLineCount, setCheckedLineCount] = useState<number | null>(null);
  if (error !== null)
    return (
      <ErrorNotice
        code={error}
        shape="row"
        className="mt-4 print:hidden"
        action={
          <Button size="s" onClick={() => transcript.loadAll()}>
            {t("action.retry")}
          </Button>
        }
      />
    );
  if (hasMore)
    return (
      <div className="mt-4 grid gap-3 print:hidden">
        <p role="status" className="text-14 text-ink-soft">
          {t("transcript.loading", {
            count: format.number(lines.length),
            total: format.number(Math.max(view.lineCount, lines.length)),
          })}
        </p>
        <Skeleton className="w-4/5" />
        <Skeleton className="w-3/5" />
      </div>
    );
  if (view.endedAt !== null) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 print:hidden">
      <Button
        busy={loading}
        onClick={() => {
          setCheckedLineCount(null);
          void transcript.loadAll().then(() => setCheckedLineCount(lines.length));
        }}
      >
        {t("transcript.newer")}
      </Button>
      <p role="status" className="text-14 text-ink-soft">
        {checkedLineCount === lines.length && !loading && t("transcript.newest")}
      </p>
    </div>
  );
}

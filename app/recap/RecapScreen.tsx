import { useSearchParams } from "@remix-run/react";
import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import { newestLine } from "~/confirmations/confirmations.ts";
import { useCallConfirmations } from "~/confirmations/useCallConfirmations.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { useViewer } from "~/lib/useViewer.ts";
import { CallPageHeader } from "~/transcripts/CallPageHeader.tsx";
import { ColumnSelect } from "~/transcripts/ColumnSelect.tsx";
import type { TranscriptColumn } from "~/transcripts/transcriptLine.ts";
import { Button } from "~/ui/Button.tsx";
import { Attendance } from "./components/Attendance.tsx";
import { MarkGroups } from "./components/MarkGroups.tsx";
import { OutcomeCounts } from "./components/OutcomeCounts.tsx";
import { SharedFiles } from "./components/SharedFiles.tsx";
import { SharedLinks } from "./components/SharedLinks.tsx";
import { SummarySection } from "./components/SummarySection.tsx";
import { TalkTime } from "./components/TalkTime.tsx";
import { useGeneratedSummary } from "./components/useGeneratedSummary.ts";
import { useTranslatedMarks } from "./components/useTranslatedMarks.ts";
import type { RecapView } from "./core/recapView.ts";

/** A short, printable page about a call in the reader's language. Everything in it is in the transcript, too. */
export function RecapScreen({ view, env }: { view: RecapView; env: PublicEnv }) {
  const t = useMessages();
  const times = useDateFormatter(view.reader);
  const { summary, state } = useGeneratedSummary(view, env);
  const [column, setColumn] = useState(view.column);
  const marked = useTranslatedMarks(view, env, column);
  const me = useViewer()?.id ?? null;
  const { confirmations, state: confirmed } = useCallConfirmations({
    ...{ meetingId: view.meetingId, callId: view.callId, me, initial: view.confirmations },
    ...{ pairs: view.pairs, column, env, onMarksChanged: marked.refresh },
  });
  const lines = marked.lines.map((line) => newestLine(line, confirmed));
  const [, setSearch] = useSearchParams();
  const personOf = (id: string) => view.people.find((person) => person.id === id);
  const transcriptPath = `/meetings/${view.meetingId}/calls/${view.callId}`;
  const lineContext = { startedAt: view.startedAt, transcriptPath, personOf };

  function chooseColumn(next: TranscriptColumn) {
    setColumn(next);
    void summary.setLanguage(next === "original" ? null : next);
    setSearch({ language: next }, { replace: true, preventScrollReset: true });
  }

  return (
    <div className="[--rise:0px]">
      <CallPageHeader
        view={view}
        env={env}
        activeView="recap"
        times={times}
        menu={
          <>
            <div className="w-36 print:hidden">
              <ColumnSelect
                compact
                label={t("transcript.left")}
                value={column}
                languages={view.languages}
                onChange={(next) => next !== "none" && chooseColumn(next)}
              />
            </div>
            <Button onClick={() => window.print()} className="print:hidden">
              <Printer className="size-4.5" />
              <span className="max-[30rem]:sr-only">{t("transcript.print")}</span>
            </Button>
          </>
        }
      />
      <div className="grid gap-x-12 gap-y-8 min-[60rem]:grid-cols-[minmax(0,1fr)_300px]">
        <div className="grid min-w-0 content-start gap-8">
          <OutcomeCounts lines={lines} />
          <MarkGroups
            lines={lines}
            translating={marked.translating}
            complete={view.marked.complete}
            context={{ confirmations, state: confirmed, column, me, writes: view.writes }}
            people={view.people}
            today={view.today}
            {...{ times, ...lineContext }}
          />
          <SummarySection
            summary={summary}
            state={state}
            lineCount={view.lineCount}
            startedAt={view.startedAt}
            transcriptPath={transcriptPath}
          />
          <SharedFiles files={view.files} {...lineContext} />
          <SharedLinks links={view.links} {...lineContext} />
        </div>
        <div className="grid min-w-0 content-start gap-8">
          <Attendance people={view.attendance} times={times} />
          <TalkTime talk={view.talk} captioned={view.captioned} startedAt={view.startedAt} personOf={personOf} />
        </div>
      </div>
    </div>
  );
}

import { useSearchParams } from "@remix-run/react";
import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
import type { PublicEnv } from "~/platform/context.ts";
import type { Column } from "~/transcripts/core/index.ts";
import { CallHead, ColumnSelect, useTimes } from "~/transcripts/landing.ts";
import { Button } from "~/ui/Button.tsx";
import { useMarkedLines } from "../useMarkedLines.ts";
import { useWrittenSummary } from "../useWrittenSummary.ts";
import type { RecapView } from "../view.ts";
import { Attendance } from "./Attendance.tsx";
import { Files } from "./Files.tsx";
import { Links } from "./Links.tsx";
import { MarkGroups } from "./MarkGroups.tsx";
import { Summary } from "./Summary.tsx";
import { TalkTime } from "./TalkTime.tsx";

/** What a call comes down to, in one's own language: short, to keep, to print. All of it is in the transcript, too. */
export function RecapScreen({ view, env }: { view: RecapView; env: PublicEnv }) {
  const t = useMessages();
  const times = useTimes(view.reader);
  const { summary, state } = useWrittenSummary(view, env);
  const [column, setColumn] = useState(view.column);
  const marked = useMarkedLines(view, env, column);
  const [, setSearch] = useSearchParams();
  const personOf = (id: string) => view.people.find((person) => person.id === id);
  const transcript = `/meetings/${view.meetingId}/calls/${view.callId}`;
  const shared = { times, transcript, personOf };

  function choose(next: Column) {
    setColumn(next);
    void summary.choose(next === "original" ? null : next);
    setSearch({ language: next }, { replace: true, preventScrollReset: true });
  }

  return (
    <div data-transcript className="[--rise:0px]">
      <CallHead view={view} here="recap" times={times} />
      <div className="grid gap-x-12 gap-y-8 min-[60rem]:grid-cols-[minmax(0,1fr)_300px]">
        <div className="grid min-w-0 content-start gap-8">
          <div className="flex flex-wrap items-end gap-3 print:hidden">
            <div className="min-w-0 flex-1 min-[30rem]:max-w-56">
              <ColumnSelect
                label={t("transcript.left")}
                value={column}
                languages={view.languages}
                onChange={(next) => next !== "none" && choose(next)}
              />
            </div>
            <Button variant="ghost" onClick={() => window.print()}>
              <Printer className="size-4.5" />
              {t("transcript.print")}
            </Button>
          </div>
          <Summary summary={summary} state={state} lines={view.lines} times={times} transcript={transcript} />
          <MarkGroups marked={marked} whole={view.marked.whole} column={column} {...shared} />
          <Files files={view.files} {...shared} />
          <Links links={view.links} {...shared} />
        </div>
        <div className="grid min-w-0 content-start gap-8">
          <Attendance people={view.attendance} times={times} />
          <TalkTime talk={view.talk} personOf={personOf} />
        </div>
      </div>
    </div>
  );
}

import { useSearchParams } from "@remix-run/react";
import MessagesSquare from "lucide-react/icons/messages-square";
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
import type { PublicEnv } from "~/platform/context.ts";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { languagesOf, lineAtClock } from "../core/line.ts";
import { type Fill, useFillParts } from "../useFill.ts";
import { useFinding } from "../useFinding.ts";
import { useFound } from "../useFound.ts";
import { useLinkedLine } from "../useLinkedLine.ts";
import { useTimes } from "../useTimes.ts";
import { useTranscript } from "../useTranscript.ts";
import type { Columns, TranscriptView } from "../view.ts";
import { CallHead } from "./CallHead.tsx";
import { ColumnSelect } from "./ColumnSelect.tsx";
import { Exports } from "./Exports.tsx";
import { LineList } from "./LineList.tsx";
import { Marked } from "./Marked.tsx";
import type { Shared } from "./Row.tsx";
import { Tail } from "./Tail.tsx";
import { Toolbar } from "./Toolbar.tsx";

/** What was said and written in a call, in two languages, to search, to mark, to put right, to take along. */
export function TranscriptScreen({ view, env }: { view: TranscriptView; env: PublicEnv }) {
  const t = useMessages();
  const { transcript, translate, state } = useTranscript(view, env);
  // Hundreds of rows at once must not keep a key or a choice waiting.
  const lines = useDeferredValue(state.lines);
  const { columns, setColumns } = useColumns(view.columns);
  const shown = useDeferredValue(columns);
  const times = useTimes(view.reader);
  const parts = useFillParts(lines, shown);
  const [fill, setFill] = useState<Fill | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [onlyMarks, setOnlyMarks] = useState(false);
  const marked = useMemo(() => lines.filter(({ mark }) => mark !== null), [lines]);
  const languages = useMemo(() => languagesOf(lines, view.read), [lines, view.read]);

  const list = useRef<HTMLElement>(null);
  const finding = useFinding({ lines, searched: onlyMarks ? marked : lines, columns });
  const { current, jump: jumpAnywhere } = finding;
  useFound(
    list,
    finding.typed,
    useMemo(() => [lines, shown, current, open], [lines, shown, current, open]),
  );
  const jump = useCallback(
    (id: string) => {
      // What is not shown cannot be jumped to.
      if (!marked.some((line) => line.id === id)) setOnlyMarks(false);
      jumpAnywhere(id);
    },
    [marked, jumpAnywhere],
  );
  useLinkedLine(lines, jump);

  const shared = useMemo<Shared>(() => {
    const people = new Map(view.people.map((person) => [person.id, person]));
    return {
      work: transcript,
      times,
      columns: shown,
      fill,
      people: view.people,
      personOf: (id) => people.get(id),
      open: setOpen,
    };
  }, [transcript, times, shown, fill, view.people]);

  function jumpToTime(seconds: number) {
    const line = lines[lineAtClock(lines, seconds, times.clock)];
    if (line) jump(line.id);
  }

  function jumpToMark() {
    const here = lines.findIndex(({ id }) => id === current?.id);
    const next = lines.find(({ mark }, index) => index > here && mark !== null) ?? marked[0];
    if (next) jump(next.id);
  }

  const path = `/meetings/${view.meetingId}/calls/${view.callId}`;
  return (
    <div data-transcript className="[--rise:0px]">
      <CallHead view={view} here="transcript" times={times} />
      {state.lines.length === 0 && !state.more ? (
        <>
          <EmptyState icon={<MessagesSquare />} title={t("transcript.empty.title")} text={t("transcript.empty.text")} />
          <Tail view={view} state={state} transcript={transcript} />
        </>
      ) : (
        <div className="grid gap-x-12 gap-y-6 min-[60rem]:grid-cols-[minmax(0,1fr)_240px]">
          <aside className="min-[60rem]:col-start-2 min-[60rem]:row-start-1">
            <div className="grid gap-8 min-[60rem]:sticky min-[60rem]:top-4">
              <Marked lines={marked} shared={shared} onJump={jump} />
              <div className="max-[60rem]:hidden">
                <Exports path={path} column={columns.left} languages={languages} />
              </div>
            </div>
          </aside>
          <div className="min-w-0 min-[60rem]:col-start-1 min-[60rem]:row-start-1">
            <div className="grid grid-cols-2 gap-3 print:hidden">
              <ColumnSelect
                label={t("transcript.left")}
                value={columns.left}
                languages={languages}
                others={t("transcript.others")}
                onChange={(left) => left !== "none" && setColumns({ ...columns, left })}
              />
              <ColumnSelect
                label={t("transcript.right")}
                value={columns.right}
                languages={languages}
                others={t("transcript.others")}
                none
                onChange={(right) => setColumns({ ...columns, right })}
              />
            </div>
            {parts && (
              <parts.Untranslated
                {...{ transcript, translate, list, lines, marked, columns: shown }}
                whole={!state.more}
                onFill={setFill}
              />
            )}
            <Toolbar
              typed={finding.typed}
              onSearch={finding.prepare}
              onType={finding.type}
              hits={finding.hits.length}
              hit={finding.hit}
              onHit={finding.step}
              onTime={jumpToTime}
              marks={marked.length}
              onlyMarks={onlyMarks && marked.length > 0}
              onOnlyMarks={setOnlyMarks}
              onNextMark={jumpToMark}
            />
            <LineList
              list={list}
              lines={lines}
              shared={shared}
              onlyMarks={onlyMarks && marked.length > 0}
              open={open}
              current={current}
              translating={state.translating}
            />
            <Tail view={view} state={state} transcript={transcript} />
            <div className="mt-10 min-[60rem]:hidden">
              <Exports path={path} column={columns.left} languages={languages} />
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

/** In the address, so that a link shows what its sender saw. */
function useColumns(first: Columns) {
  const [columns, set] = useState(first);
  const [, setSearch] = useSearchParams();
  return {
    columns,
    setColumns({ left, right }: Columns) {
      set({ left, right });
      setSearch({ left, right }, { replace: true, preventScrollReset: true });
    },
  };
}

import { useNavigate, useSearchParams } from "@remix-run/react";
import MessagesSquare from "lucide-react/icons/messages-square";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { useLazyValue } from "~/lib/useLazyValue.ts";
import { useViewer } from "~/lib/useViewer.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { Link } from "~/ui/Link.tsx";
import { textSplitter } from "~/ui/LinkedText.tsx";
import { CallPageHeader } from "./CallPageHeader.tsx";
import { ColumnSelect } from "./ColumnSelect.tsx";
import { LineList } from "./components/LineList.tsx";
import { MarkedLines } from "./components/MarkedLines.tsx";
import { TranscriptExports } from "./components/TranscriptExports.tsx";
import { TranscriptFooter } from "./components/TranscriptFooter.tsx";
import type { SharedRowProps } from "./components/TranscriptRow.tsx";
import { TranscriptToolbar } from "./components/TranscriptToolbar.tsx";
import { useLinkedLine } from "./components/useLinkedLine.ts";
import { useSearchHighlights } from "./components/useSearchHighlights.ts";
import { useTranscript } from "./components/useTranscript.ts";
import { useTranscriptSearch } from "./components/useTranscriptSearch.ts";
import { LazyTranslationBackfill } from "./lazy.tsx";
import type { TranslationBackfillSlot } from "./TranscriptText.tsx";
import { availableLanguages, columnText, lineIndexAtTime, type TranscriptLine } from "./transcriptLine.ts";
import type { TranscriptColumns, TranscriptView } from "./transcriptView.ts";

/** All lines of a call in two columns, with search, marks, corrections and exports. */
export function TranscriptScreen({ view, env }: { view: TranscriptView; env: PublicEnv }) {
  const t = useMessages();
  const { transcript, translate, askEverybody, state } = useTranscript(view, env);
  // Rendering hundreds of rows must not delay a key or a select.
  const lines = useDeferredValue(state.lines);
  const { columns, setColumns } = useColumnsInUrl(view.columns);
  const shownColumns = useDeferredValue(columns);
  const times = useDateFormatter(view.reader);
  const me = useViewer()?.id ?? null;
  const backfillNeeded = useBackfillNeeded(lines, shownColumns);
  const [backfillSlot, setBackfillSlot] = useState<TranslationBackfillSlot | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [onlyMarks, setOnlyMarks] = useState(false);
  const marked = useMemo(() => lines.filter(({ mark }) => mark !== null), [lines]);
  const languages = useMemo(() => availableLanguages(lines, view.readLanguages), [lines, view.readLanguages]);

  const list = useRef<HTMLElement>(null);
  const search = useTranscriptSearch({ lines, searched: onlyMarks ? marked : lines, columns });
  const { current, jump: jumpAnywhere } = search;
  const splitter = useLazyValue(textSplitter, false);
  useSearchHighlights(
    list,
    search.query,
    useMemo(() => [lines, shownColumns, current, open, splitter], [lines, shownColumns, current, open, splitter]),
  );
  const jump = useCallback(
    (id: string) => {
      // Shows all lines if the target has no mark.
      if (!marked.some((line) => line.id === id)) setOnlyMarks(false);
      jumpAnywhere(id);
    },
    [marked, jumpAnywhere],
  );
  useLinkedLine(lines, jump);

  const navigate = useNavigate();
  const path = `/meetings/${view.meetingId}/calls/${view.callId}`;
  const shared = useMemo<SharedRowProps>(() => {
    const people = new Map(view.people.map((person) => [person.id, person]));
    return {
      me,
      editing: transcript,
      times,
      startedAt: view.startedAt,
      columns: shownColumns,
      backfillSlot,
      people: view.people,
      personOf: (id) => people.get(id),
      async askEverybody(id) {
        const asked = await askEverybody(id);
        if (asked.ok) navigate(`${path}/recap#confirmation-${id}`);
        return asked;
      },
      onToggleTools: setOpen,
    };
  }, [me, transcript, askEverybody, navigate, path, times, shownColumns, backfillSlot, view.people, view.startedAt]);

  function jumpToTime(seconds: number) {
    const line = lines[lineIndexAtTime(lines, view.startedAt, seconds)];
    if (line) jump(line.id);
  }

  return (
    <div className="[--rise:0px]">
      <CallPageHeader
        view={view}
        env={env}
        activeView="transcript"
        times={times}
        menu={<TranscriptExports path={path} column={columns.left} languages={languages} />}
      />
      {state.lines.length === 0 && !state.hasMore ? (
        <>
          <EmptyState
            icon={<MessagesSquare />}
            title={t("transcript.empty.title")}
            text={t("transcript.empty.text")}
            action={
              <Link to={`/meetings/${view.meetingId}`} className={buttonClass()}>
                {t("transcript.toMeeting")}
              </Link>
            }
          />
          <TranscriptFooter view={view} state={state} transcript={transcript} />
        </>
      ) : (
        <div className="grid gap-x-12 gap-y-10 min-[60rem]:grid-cols-[minmax(0,1fr)_240px]">
          <div className="min-w-0">
            <TranscriptToolbar
              search={search}
              onJumpToTime={jumpToTime}
              markCount={marked.length}
              onlyMarks={onlyMarks && marked.length > 0}
              onOnlyMarksChange={setOnlyMarks}
            >
              <ColumnSelect
                compact
                label={t("transcript.left")}
                value={columns.left}
                languages={languages}
                otherLanguagesLabel={t("transcript.others")}
                onChange={(left) => left !== "none" && setColumns({ ...columns, left })}
              />
              <ColumnSelect
                compact
                label={t("transcript.right")}
                value={columns.right}
                languages={languages}
                otherLanguagesLabel={t("transcript.others")}
                allowNone
                onChange={(right) => setColumns({ ...columns, right })}
              />
            </TranscriptToolbar>
            <LineList
              list={list}
              lines={lines}
              shared={shared}
              onlyMarks={onlyMarks && marked.length > 0}
              open={open}
              current={current}
              translating={state.translating}
            />
            {/* If the panel fails to load, the originals stay. */}
            <LazyTranslationBackfill active={backfillNeeded} onFailed={() => {}}>
              {({ TranslationBackfillPanel }) => (
                <TranslationBackfillPanel
                  {...{ transcript, translate, list, lines, marked, columns: shownColumns, people: view.people }}
                  pairs={view.pairs}
                  allLoaded={!state.hasMore}
                  onSlotChange={setBackfillSlot}
                />
              )}
            </LazyTranslationBackfill>
            <TranscriptFooter view={view} state={state} transcript={transcript} />
          </div>
          <aside>
            <div className="min-[60rem]:sticky min-[60rem]:top-4">
              <MarkedLines lines={marked} shared={shared} onJump={jump} />
            </div>
          </aside>
        </div>
      )}
    </div>
  );
}

/** Returns true once a column has lacked a translation, also after all have arrived. */
function useBackfillNeeded(lines: readonly TranscriptLine[], { left, right }: TranscriptColumns): boolean {
  const [needed, setNeeded] = useState(false);
  const isMissing =
    !needed &&
    [left, right].some(
      (column) => column !== "none" && lines.some((line) => columnText(line, column).state === "missing"),
    );
  useEffect(() => {
    if (isMissing) setNeeded(true);
  }, [isMissing]);
  return needed || isMissing;
}

/** Keeps the columns in the URL, so that a link shows the sender's view. */
function useColumnsInUrl(initialColumns: TranscriptColumns) {
  const [columns, set] = useState(initialColumns);
  const [, setSearch] = useSearchParams();
  return {
    columns,
    setColumns({ left, right }: TranscriptColumns) {
      set({ left, right });
      setSearch({ left, right }, { replace: true, preventScrollReset: true });
    },
  };
}

/**
 * Loads the missed lines of a call: first the marked ones, then all from the oldest on, page by page, then new lines as they
 * are written. Lines in the chat's timeline are taken from there, so that later changes show. Other lines are fetched here,
 * and translated only while they are shown.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line, Mark } from "#contracts/lines.ts";
import type { CallSnapshot } from "../../call/callSnapshot.ts";
import type { Timeline, TimelineSnapshot } from "../../chat/timeline.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../../lib/store.ts";
import { isTransientError } from "../../lib/transientErrors.ts";
import { isSentLater, spokenAt } from "../../transcripts/transcriptLine.ts";
import type { LineTranslator } from "../../translation/lineTranslator.ts";
import type { LineDisplay } from "../../translation/resolveTranslation.ts";
import type { Absence, CallPresence, PresenceSnapshot } from "./absenceTracker.ts";

export interface MissedLine {
  readonly id: string;
  /** User id. */
  readonly author: string;
  readonly mine: boolean;
  /** When the line was spoken or written: milliseconds since the epoch, by the server. */
  readonly at: number;
  readonly sentLater: boolean;
  readonly language: Language;
  readonly text: string;
  readonly display: LineDisplay;
  readonly mark: Mark | null;
}

export interface CatchUpSnapshot {
  readonly loading: boolean;
  /** Why loading stopped. `load` retries. */
  readonly error: Failure | null;
  /** Decisions, tasks, questions, each in the order of `seq`. */
  readonly marks: readonly MissedLine[];
  /** In the order of `seq`. */
  readonly lines: readonly MissedLine[];
  /** Later lines exist, which `showNext` shows. Otherwise the last line is the newest, and new lines are appended. */
  readonly more: boolean;
}

export interface CatchUpStore extends Store<CatchUpSnapshot> {
  load(): Promise<void>;
  showNext(): Promise<void>;
  close(): void;
}

interface CatchUpCall extends CallPresence {
  getSnapshot(): PresenceSnapshot & Pick<CallSnapshot, "participants">;
}

/** The parts of a room that catch-up uses. */
export interface CatchUpSource {
  call: CatchUpCall;
  timeline: Pick<Timeline, "me" | "pauseEviction"> & Store<Pick<TimelineSnapshot, "lines" | "entries" | "history">>;
  rpc: Rpc;
  /** Translates lines that the timeline does not have. */
  createLineTranslator: (onChange: () => void, onMissed: () => void) => LineTranslator;
}

export interface CatchUpOptions extends CatchUpSource {
  absence: Pick<Absence, "callId" | "ranges">;
}

/** As many lines as one request translates. */
const PAGE_LINES = LIMITS.linesPerTranslateRequest;
const MARK_KINDS = ["decision", "task", "question"] as const satisfies readonly Mark["kind"][];

export function createCatchUpStore({
  absence,
  call,
  timeline,
  rpc,
  createLineTranslator,
}: CatchUpOptions): CatchUpStore {
  const { callId, ranges } = absence;
  const { me } = timeline;
  const store = createStore<CatchUpSnapshot>({ ...{ loading: true, error: null, marks: [], lines: [], more: false } });
  const translator = createLineTranslator(updateSnapshot, () => void refetch());
  /** Lines that the server returned, by id. The timeline may have newer versions. */
  const fetched = new Map<string, Line>();
  /** The `seq` after which each loaded page starts. */
  const pages: number[] = [];
  /** The `seq` up to which all missed lines are loaded. */
  let readUpToSeq = ranges[0]?.after ?? 0;
  /** Later lines are written while the dialog is open, and are appended. */
  const openedSeq = timeline.getSnapshot().lines.at(-1)?.seq ?? 0;
  let complete = false;
  let marksComplete = false;
  let limit = PAGE_LINES;
  let inFlight: Promise<void> | null = null;
  let closed = false;
  let connected = isConnected();

  function isConnected(): boolean {
    return call.getSnapshot().state.name === "connected";
  }

  const isMissed = (seq: number) =>
    seq > openedSeq || ranges.some(({ after, upTo }) => seq > after && (upTo === null || seq <= upTo));

  /** Returns the `seq` after which the next page starts; null after the last range. Skips lines between two ranges. */
  function nextPageStart(): number | null {
    const range = ranges.find(({ upTo }) => upTo === null || upTo > readUpToSeq);
    return range === undefined ? null : Math.max(readUpToSeq, range.after);
  }

  /** Returns the loaded missed lines in the order of `seq`, in the timeline's version where it has one. */
  function missedLines(): Line[] {
    const all = new Map(fetched);
    for (const line of timeline.getSnapshot().lines) if (line.call_id === callId) all.set(line.id, line);
    return [...all.values()].filter(({ deleted, seq }) => !deleted && isMissed(seq)).sort((a, b) => a.seq - b.seq);
  }

  function updateSnapshot() {
    if (closed) return;
    const all = missedLines();
    const inOrder = all.filter(({ seq }) => complete || seq <= readUpToSeq);
    const first = inOrder.slice(0, limit);
    const marks = MARK_KINDS.flatMap((kind) => all.filter(({ mark }) => mark?.kind === kind));
    const entries = new Map(timeline.getSnapshot().entries.map((entry) => [entry.id, entry]));
    translator.follow([...new Set([...first, ...marks])].filter(({ id }) => !entries.has(id)));
    const previous = store.getSnapshot();
    const previousLines = new Map([...previous.marks, ...previous.lines].map((line) => [line.id, line]));
    const view = (line: Line): MissedLine => {
      const entry = entries.get(line.id);
      const { text, display } = entry ?? { text: line.text, display: translator.displayOf(line) };
      return reuseIfShallowEqual(previousLines.get(line.id), {
        ...{ id: line.id, author: line.author, mine: line.author === me, language: line.language, text, display },
        ...{ at: spokenAt(line), sentLater: isSentLater(line), mark: line.mark },
      });
    };
    store.set(
      reuseIfShallowEqual(previous, {
        ...previous,
        marks: reuseListIfEqual(previous.marks, marks.map(view)),
        lines: reuseListIfEqual(previous.lines, first.map(view)),
        more: inOrder.length > first.length || (!complete && pages.length > 0),
      }),
    );
  }

  function set(change: Partial<CatchUpSnapshot>) {
    const now = store.getSnapshot();
    store.set(reuseIfShallowEqual(now, { ...now, ...change }));
    updateSnapshot();
  }

  async function fetchMarks(): Promise<Result<unknown>> {
    for (let from = ranges[0]?.after ?? 0; ; ) {
      const result = await rpc("missed_lines", { p_call_id: callId, p_after_seq: from });
      if (!result.ok || closed) return result;
      const { marks } = result.value;
      for (const line of marks) fetched.set(line.id, line);
      const last = marks.at(-1);
      if (last === undefined || marks.length < LIMITS.transcriptLinesPerPage) {
        marksComplete = true;
        return result;
      }
      from = last.seq;
    }
  }

  async function fetchPage(from: number) {
    const result = await rpc("transcript", { p_call_id: callId, p_after_seq: from });
    if (result.ok) for (const line of result.value.lines) fetched.set(line.id, line);
    return result;
  }

  async function fetchNextPage(): Promise<Result<unknown>> {
    const from = nextPageStart() ?? readUpToSeq;
    const result = await fetchPage(from);
    if (!result.ok) return result;
    const { lines, more } = result.value;
    pages.push(from);
    readUpToSeq = lines.at(-1)?.seq ?? from;
    complete = !more || nextPageStart() === null;
    return result;
  }

  /** Loads one more page, unless enough lines are loaded, and the marks. */
  async function read(): Promise<void> {
    set({ loading: true, error: null });
    const [marks, page] = await Promise.all([
      marksComplete ? null : fetchMarks(),
      complete || missedLines().filter(({ seq }) => seq <= readUpToSeq).length >= limit ? null : fetchNextPage(),
    ]);
    if (closed) return;
    const error = [marks, page].flatMap((result) => (result === null || result.ok ? [] : [result.error])).at(0) ?? null;
    set({ loading: false, error });
  }

  function load(): Promise<void> {
    inFlight ??= read().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  /** Fetches translations whose broadcast this page missed. */
  async function refetch(): Promise<void> {
    const pending = store.getSnapshot().lines.filter(({ display }) => display.kind === "on-its-way");
    const seqs = pending.flatMap(({ id }) => fetched.get(id)?.seq ?? []);
    const touched = pages.filter((from, at) =>
      seqs.some((seq) => seq > from && seq <= (pages[at + 1] ?? Number.POSITIVE_INFINITY)),
    );
    await Promise.all([...touched.map(fetchPage), fetchMarks()]);
    updateSnapshot();
  }

  const ends = [
    timeline.pauseEviction(),
    timeline.subscribe(updateSnapshot),
    call.subscribe(() => {
      const wasConnected = connected;
      connected = isConnected();
      if (!connected || wasConnected) return;
      translator.restart();
      const { error } = store.getSnapshot();
      if (error !== null && isTransientError(error)) void load();
    }),
  ];
  void load();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    load,
    showNext() {
      limit += PAGE_LINES;
      return load();
    },
    close() {
      closed = true;
      for (const end of ends) end();
      translator.close();
    },
  };
}

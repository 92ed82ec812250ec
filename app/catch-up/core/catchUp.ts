/**
 * What was missed of a call, as one person reads it: what was marked first, then the lines from the oldest on, page by page,
 * then what is said now. What the chat's timeline has is taken from there, with all that happens to it; the rest is read
 * here, and only what is shown is asked a translation for.
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
import type { LineTranslator } from "../../translation/lineTranslator.ts";
import type { LineDisplay } from "../../translation/resolveTranslation.ts";
import type { Absence, CallPresence, PresenceSnapshot } from "./absenceTracker.ts";

export interface MissedLine {
  readonly id: string;
  /** User id. */
  readonly author: string;
  readonly mine: boolean;
  /** When it was said or written: milliseconds since the epoch, by the server. */
  readonly at: number;
  readonly language: Language;
  readonly text: string;
  readonly display: LineDisplay;
  readonly mark: Mark | null;
}

export interface CatchUpSnapshot {
  readonly loading: boolean;
  /** Why it goes no further: `load` tries again. */
  readonly error: Failure | null;
  /** Decisions, tasks, questions, each in the order of time. */
  readonly marks: readonly MissedLine[];
  /** From the oldest on. */
  readonly lines: readonly MissedLine[];
  /** There are later ones: `next` shows them. Else the last is the newest of the call, and newer ones follow by themselves. */
  readonly more: boolean;
}

export interface CatchUp extends Store<CatchUpSnapshot> {
  load(): Promise<void>;
  showNext(): Promise<void>;
  close(): void;
}

interface CatchUpCall extends CallPresence {
  getSnapshot(): PresenceSnapshot & Pick<CallSnapshot, "participants">;
}

/** What catch-up reads of a room. */
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

/** Lines that are shown at once: as many as one request translates. */
const PAGE_LINES = LIMITS.translateBatch;
const MARK_KINDS = ["decision", "task", "question"] as const satisfies readonly Mark["kind"][];

export function createCatchUp({ absence, call, timeline, rpc, createLineTranslator }: CatchUpOptions): CatchUp {
  const { callId, ranges } = absence;
  const { me } = timeline;
  const store = createStore<CatchUpSnapshot>({ ...{ loading: true, error: null, marks: [], lines: [], more: false } });
  const translator = createLineTranslator(updateSnapshot, () => void refetch());
  /** What the server told, by id; of the timeline's lines what it told first. */
  const fetched = new Map<string, Line>();
  /** Where each page that was read begins. */
  const pages: number[] = [];
  /** `seq` up to which all lines were read. */
  let readUpToSeq = ranges[0]?.after ?? 0;
  /** Later lines are written while the dialog is open, and follow. */
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

  /** Returns the `seq` after which the next page starts; null after the last range. Skips what was shown between two. */
  function nextPageStart(): number | null {
    const range = ranges.find(({ upTo }) => upTo === null || upTo > readUpToSeq);
    return range === undefined ? null : Math.max(readUpToSeq, range.after);
  }

  /** All that is known of them after the gap began, in their order, as the timeline has them where it does. */
  function known(): Line[] {
    const all = new Map(fetched);
    for (const line of timeline.getSnapshot().lines) if (line.call_id === callId) all.set(line.id, line);
    return [...all.values()].filter(({ deleted, seq }) => !deleted && isMissed(seq)).sort((a, b) => a.seq - b.seq);
  }

  function updateSnapshot() {
    if (closed) return;
    const all = known();
    const inOrder = all.filter(({ seq }) => complete || seq <= readUpToSeq);
    const first = inOrder.slice(0, limit);
    const marks = MARK_KINDS.flatMap((kind) => all.filter(({ mark }) => mark?.kind === kind));
    const entries = new Map(timeline.getSnapshot().entries.map((entry) => [entry.id, entry]));
    translator.follow([...new Set([...first, ...marks])].filter(({ id }) => !entries.has(id)));
    const before = store.getSnapshot();
    const past = new Map([...before.marks, ...before.lines].map((line) => [line.id, line]));
    const view = (line: Line): MissedLine => {
      const entry = entries.get(line.id);
      const { text, display } = entry ?? { text: line.text, display: translator.displayOf(line) };
      return reuseIfShallowEqual(past.get(line.id), {
        ...{ id: line.id, author: line.author, mine: line.author === me, language: line.language, text, display },
        ...{ at: Date.parse(line.spoken_at ?? line.created_at), mark: line.mark },
      });
    };
    store.set(
      reuseIfShallowEqual(before, {
        ...before,
        marks: reuseListIfEqual(before.marks, marks.map(view)),
        lines: reuseListIfEqual(before.lines, first.map(view)),
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
      const answer = await rpc("missed_lines", { p_call_id: callId, p_after_seq: from });
      if (!answer.ok || closed) return answer;
      const { marks } = answer.value;
      for (const line of marks) fetched.set(line.id, line);
      const last = marks.at(-1);
      if (last === undefined || marks.length < LIMITS.transcriptPage) {
        marksComplete = true;
        return answer;
      }
      from = last.seq;
    }
  }

  async function fetchPage(from: number) {
    const answer = await rpc("transcript", { p_call_id: callId, p_after_seq: from });
    if (answer.ok) for (const line of answer.value.lines) fetched.set(line.id, line);
    return answer;
  }

  async function fetchNextPage(): Promise<Result<unknown>> {
    const from = nextPageStart() ?? readUpToSeq;
    const answer = await fetchPage(from);
    if (!answer.ok) return answer;
    const { lines, more } = answer.value;
    pages.push(from);
    readUpToSeq = lines.at(-1)?.seq ?? from;
    complete = !more || nextPageStart() === null;
    return answer;
  }

  /** Until there are as many as are to be shown. */
  async function read(): Promise<void> {
    set({ loading: true, error: null });
    const [marks, page] = await Promise.all([
      marksComplete ? null : fetchMarks(),
      complete || known().filter(({ seq }) => seq <= readUpToSeq).length >= limit ? null : fetchNextPage(),
    ]);
    if (closed) return;
    const failed = [marks, page].find((answer) => answer !== null && !answer.ok);
    set({ loading: false, error: failed === undefined || failed === null || failed.ok ? null : failed.error });
  }

  function load(): Promise<void> {
    inFlight ??= read().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  /** Translations that the server has and that no broadcast brought here. */
  async function refetch(): Promise<void> {
    const waits = store.getSnapshot().lines.filter(({ display }) => display.kind === "on-its-way");
    const seqs = waits.flatMap(({ id }) => fetched.get(id)?.seq ?? []);
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
      const was = connected;
      connected = isConnected();
      if (!connected || was) return;
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

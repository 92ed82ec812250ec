/**
 * What was missed of a call, as one person reads it: what was marked first, then the lines from the oldest on, page by page,
 * then what is said now. What the chat's timeline has is taken from there, with all that happens to it; the rest is read
 * here, and only what is shown is asked a translation for.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line, Mark } from "#contracts/lines.ts";
import type { Reading, Timeline, TimelineSnapshot } from "../../chat/core/index.ts";
import { passing } from "../../chat/core/index.ts";
import type { Shown } from "../../languages/core/index.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, keepList, keepObject, type Store } from "../../platform/store.ts";
import type { Gap, Presence } from "./gaps.ts";

export interface MissedLine {
  readonly id: string;
  /** User id. */
  readonly author: string;
  readonly mine: boolean;
  /** When it was said or written: milliseconds since the epoch, by the server. */
  readonly at: number;
  readonly language: Language;
  readonly text: string;
  readonly shown: Shown;
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
  next(): Promise<void>;
  close(): void;
}

export interface CatchUpOptions {
  gap: Pick<Gap, "callId" | "after">;
  call: Presence;
  timeline: Pick<Timeline, "me" | "hold"> & Store<Pick<TimelineSnapshot, "lines" | "entries">>;
  rpc: Rpc;
  /** What brings lines to this reader's language that the timeline does not have. */
  makeReading: (changed: () => void, missed: () => void) => Reading;
}

/** Lines that are shown at once: as many as one request translates. */
const STEP = LIMITS.translateBatch;
const KINDS = ["decision", "task", "question"] as const satisfies readonly Mark["kind"][];

export function createCatchUp({ gap, call, timeline, rpc, makeReading }: CatchUpOptions): CatchUp {
  const { callId, after } = gap;
  const { me } = timeline;
  const store = createStore<CatchUpSnapshot>({ ...{ loading: true, error: null, marks: [], lines: [], more: false } });
  const reading = makeReading(show, () => void readAgain());
  /** What the server told, by id; of the timeline's lines what it told first. */
  const told = new Map<string, Line>();
  /** Where each page that was read begins. */
  const pages: number[] = [];
  /** `seq` up to which all lines were read. */
  let upTo = after;
  let complete = false;
  let marked = false;
  let limit = STEP;
  let underWay: Promise<void> | null = null;
  let closed = false;
  let here = isHere();

  function isHere(): boolean {
    return call.getSnapshot().state.name === "connected";
  }

  /** All that is known of them after the gap began, in their order, as the timeline has them where it does. */
  function known(): Line[] {
    const all = new Map(told);
    for (const line of timeline.getSnapshot().lines)
      if (line.call_id === callId && line.seq > after) all.set(line.id, line);
    return [...all.values()].filter(({ deleted }) => !deleted).sort((a, b) => a.seq - b.seq);
  }

  function show() {
    if (closed) return;
    const all = known();
    const inOrder = all.filter(({ seq }) => complete || seq <= upTo);
    const first = inOrder.slice(0, limit);
    const marks = KINDS.flatMap((kind) => all.filter(({ mark }) => mark?.kind === kind));
    const entries = new Map(timeline.getSnapshot().entries.map((entry) => [entry.id, entry]));
    reading.follow([...new Set([...first, ...marks])].filter(({ id }) => !entries.has(id)));
    const before = store.getSnapshot();
    const past = new Map([...before.marks, ...before.lines].map((line) => [line.id, line]));
    const view = (line: Line): MissedLine => {
      const entry = entries.get(line.id);
      const { text, shown } = entry ?? { text: line.text, shown: reading.shown(line) };
      return keepObject(past.get(line.id), {
        ...{ id: line.id, author: line.author, mine: line.author === me, language: line.language, text, shown },
        ...{ at: Date.parse(line.spoken_at ?? line.created_at), mark: line.mark },
      });
    };
    store.set(
      keepObject(before, {
        ...before,
        marks: keepList(before.marks, marks.map(view)),
        lines: keepList(before.lines, first.map(view)),
        more: inOrder.length > first.length || (!complete && pages.length > 0),
      }),
    );
  }

  function set(change: Partial<CatchUpSnapshot>) {
    const now = store.getSnapshot();
    store.set(keepObject(now, { ...now, ...change }));
    show();
  }

  async function readMarks(): Promise<Result<unknown>> {
    for (let from = after; ; ) {
      const answer = await rpc("missed", { call_id: callId, after: from });
      if (!answer.ok || closed) return answer;
      const { marks } = answer.value;
      for (const line of marks) told.set(line.id, line);
      const last = marks.at(-1);
      if (last === undefined || marks.length < LIMITS.transcriptPage) {
        marked = true;
        return answer;
      }
      from = last.seq;
    }
  }

  async function readPage(from: number) {
    const answer = await rpc("transcript", { call_id: callId, after: from });
    if (answer.ok) for (const line of answer.value.lines) told.set(line.id, line);
    return answer;
  }

  async function readNextPage(): Promise<Result<unknown>> {
    const from = upTo;
    const answer = await readPage(from);
    if (!answer.ok) return answer;
    const { lines, more } = answer.value;
    pages.push(from);
    upTo = lines.at(-1)?.seq ?? from;
    complete = !more;
    return answer;
  }

  /** Until there are as many as are to be shown. */
  async function read(): Promise<void> {
    set({ loading: true, error: null });
    const [marks, page] = await Promise.all([
      marked ? null : readMarks(),
      complete || known().filter(({ seq }) => seq <= upTo).length >= limit ? null : readNextPage(),
    ]);
    if (closed) return;
    const failed = [marks, page].find((answer) => answer !== null && !answer.ok);
    set({ loading: false, error: failed === undefined || failed === null || failed.ok ? null : failed.error });
  }

  function load(): Promise<void> {
    underWay ??= read().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  /** Translations that the server has and that no broadcast brought here. */
  async function readAgain(): Promise<void> {
    const waits = store.getSnapshot().lines.filter(({ shown }) => shown.kind === "on-its-way");
    const seqs = waits.flatMap(({ id }) => told.get(id)?.seq ?? []);
    const touched = pages.filter((from, at) =>
      seqs.some((seq) => seq > from && seq <= (pages[at + 1] ?? Number.POSITIVE_INFINITY)),
    );
    await Promise.all([...touched.map(readPage), readMarks()]);
    show();
  }

  const ends = [
    timeline.hold(),
    timeline.subscribe(show),
    call.subscribe(() => {
      const was = here;
      here = isHere();
      if (!here || was) return;
      reading.restart();
      const { error } = store.getSnapshot();
      if (error !== null && passing(error)) void load();
    }),
  ];
  void load();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    load,
    next() {
      limit += STEP;
      return load();
    },
    close() {
      closed = true;
      for (const end of ends) end();
      reading.close();
    },
  };
}

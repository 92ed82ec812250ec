/**
 * What is written in a meeting, as one person sees it: the lines that the server has, in its order, and after them
 * what this person wrote and the server does not have yet. Everything may arrive twice and in any order.
 */
import { ERRORS, type Failure, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { type Line, message, type Translation } from "#contracts/meetings.ts";
import type { DeviceTranslator, Shown, Translate } from "../../languages/core/index.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, keepList, keepObject, type Store } from "../../platform/store.ts";
import { type Lines, NO_LINES, withLines, withTranslations } from "./lines.ts";
import { createOutbox, type KeyValueStorage, type PendingLine } from "./outbox.ts";
import { createReading } from "./reading.ts";

export interface TimelineEntry {
  /** The same before and after the line is sent. */
  readonly id: string;
  /** User id. */
  readonly author: string;
  readonly mine: boolean;
  readonly language: Language;
  readonly text: string;
  /** Milliseconds since the epoch: by the server once it has the line. */
  readonly at: number;
  readonly delivery:
    | { readonly state: "sent"; readonly seq: number }
    | { readonly state: "pending" }
    | { readonly state: "failed"; readonly error: Failure };
  readonly shown: Shown;
}

export interface TimelineSnapshot {
  readonly entries: readonly TimelineEntry[];
  /** Of older lines: `more` waits for `loadOlder`. */
  readonly history:
    | { readonly name: "loading" }
    | { readonly name: "more" }
    | { readonly name: "complete" }
    | { readonly name: "failed"; readonly error: Failure };
}

export interface Timeline extends Store<TimelineSnapshot> {
  /** Shows the line at once and sends it. Errors: `line/empty`, `line/too-long`. */
  post(text: string, language: Language): Result<null>;
  /** Sends a failed line again, under its id. */
  retry(id: string): void;
  /** Gives a failed line up. */
  discard(id: string): void;
  loadOlder(): Promise<void>;
  /** The person reads another language now, or others do. */
  readersChanged(): void;
  entered(callId: string): void;
  lines(lines: readonly Line[]): void;
  translated(lineId: string, translations: readonly Translation[]): void;
  reachable(): void;
  close(): void;
}

export interface TimelineOptions {
  meetingId: string;
  /** User id of this person. */
  me: string;
  reads: () => Language;
  othersRead: () => readonly Language[];
  rpc: Rpc;
  translate: Translate;
  device: DeviceTranslator;
  storage: KeyValueStorage;
  clock: Clock;
  /** A UUID for each line. */
  newId: () => string;
  /** Something was not heard: asks for changes. */
  missed: () => void;
}

const HISTORY_AGAIN = 3_000;

export function createTimeline(options: TimelineOptions): Timeline {
  const { meetingId, me, rpc, clock } = options;
  const store = createStore<TimelineSnapshot>({ entries: [], history: { name: "loading" } });
  let lines: Lines = NO_LINES;
  let callId: string | null = null;
  /** The call whose history is shown: that of the first stay. Later calls come as changes. */
  let historyOf: string | null = null;
  let oldest: number | null = null;
  let loading = false;
  let closed = false;
  let cancelHistory: Cancel = () => {};

  const reading = createReading({ ...options, changed: show });

  const outbox = createOutbox({
    storage: options.storage,
    key: `parley:outbox:${meetingId}:${me}`,
    clock,
    send: async ({ id, text, language }) =>
      callId === null ? fail("meeting/not-entered") : rpc("post_line", { id, call_id: callId, language, text }),
    sent(line) {
      take(withLines(lines, [line]));
      reading.posted(line);
    },
    passing,
  });
  outbox.subscribe(show);
  show();

  function take(next: Lines) {
    if (closed || next === lines) return;
    lines = next;
    show();
  }

  function show() {
    if (closed) return;
    // First who still waits, then what they see: the device may be asked here.
    reading.follow(lines.ordered);
    const now = store.getSnapshot();
    const known = new Map(now.entries.map((entry) => [entry.id, entry]));
    const pending = outbox.getSnapshot().filter(({ id }) => !lines.byId.has(id));
    const entries = [
      ...lines.ordered.map((line) => entryOf(line, line.author === me, reading.shown(line), known.get(line.id))),
      ...pending.map((line) => pendingEntry(line, me, known.get(line.id))),
    ];
    store.set(keepObject(now, { ...now, entries: keepList(now.entries, entries) }));
  }

  const showHistory = (history: TimelineSnapshot["history"]) => {
    const now = store.getSnapshot();
    store.set(keepObject(now, { ...now, history: keepObject(now.history, history) }));
  };

  async function loadOlder(): Promise<void> {
    if (historyOf === null || loading || closed || store.getSnapshot().history.name === "complete") return;
    cancelHistory();
    loading = true;
    showHistory({ name: "loading" });
    const page = await rpc("history", { call_id: historyOf, before: oldest });
    loading = false;
    if (closed) return;
    if (!page.ok) {
      showHistory({ name: "failed", error: page.error });
      if (isNetwork(page.error)) cancelHistory = clock.after(HISTORY_AGAIN, () => void loadOlder());
      return;
    }
    oldest = page.value.lines[0]?.seq ?? oldest;
    hear(page.value.lines);
    showHistory({ name: page.value.more ? "more" : "complete" });
  }

  function hear(arrived: readonly Line[]) {
    take(withLines(lines, arrived));
    // What the server has is pending no more, however it became known.
    const pending = new Set(outbox.getSnapshot().map(({ id }) => id));
    for (const line of arrived) {
      if (line.author !== me || !pending.has(line.id)) continue;
      outbox.arrived(line.id);
      reading.posted(line);
    }
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    post(text, language) {
      const parsed = message.safeParse(text);
      if (!parsed.success) {
        const code = parsed.error.issues[0]?.message;
        return fail(isErrorCode(code) ? code : "request/invalid");
      }
      outbox.add({ id: options.newId(), text: parsed.data, language });
      return ok(null);
    },
    retry: outbox.retry,
    discard: outbox.discard,
    loadOlder,
    readersChanged: show,
    entered(id) {
      callId = id;
      if (historyOf === null) {
        historyOf = id;
        void loadOlder();
      }
      outbox.open();
    },
    lines: hear,
    translated(lineId, translations) {
      take(withTranslations(lines, lineId, translations));
      reading.heard(translations);
    },
    reachable() {
      outbox.open();
      reading.restart();
      if (store.getSnapshot().history.name === "failed") void loadOlder();
    },
    close() {
      closed = true;
      cancelHistory();
      outbox.close();
      reading.close();
    },
  };
}

/** Not the line's fault: the network, the pace, or a call that is just being entered. */
const passing = (error: Failure): boolean =>
  isNetwork(error) || error.code === "request/rate-limited" || error.code === "meeting/not-entered";

const isNetwork = ({ code }: Failure): boolean => ERRORS[code].category === "network";

function entryOf(line: Line, mine: boolean, shown: Shown, known: TimelineEntry | undefined): TimelineEntry {
  const { id, author, language, text, seq } = line;
  const delivery = keepObject(known?.delivery, { state: "sent", seq });
  return keepObject(known, { id, author, mine, language, text, at: Date.parse(line.created_at), delivery, shown });
}

const ORIGINAL: Shown = { kind: "original" };

function pendingEntry(line: PendingLine, me: string, known: TimelineEntry | undefined): TimelineEntry {
  const { id, language, text, state } = line;
  const delivery = keepObject<TimelineEntry["delivery"]>(
    known?.delivery,
    state.name === "pending" ? { state: "pending" } : { state: "failed", error: state.error },
  );
  return keepObject(known, {
    id,
    author: me,
    mine: true,
    language,
    text,
    at: line.writtenAt,
    delivery,
    shown: ORIGINAL,
  });
}

/**
 * When somebody is offered what they missed of a call: they came while it was going on, or were away for longer than a
 * moment (the line was down, the page closed, the machine asleep) and something was said meanwhile. What was here while they
 * were is not offered, and what they declined is not offered again.
 */
import * as z from "zod/mini";
import type { Result } from "#contracts/errors.ts";
import type { Timeline, TimelineSnapshot } from "../../chat/timeline.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import type { Rpc } from "../../lib/rpc.ts";
import type { KeyValueStorage } from "../../lib/storage.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../../lib/store.ts";
import { isTransientError } from "../../lib/transientErrors.ts";

export interface Absence {
  readonly callId: string;
  /** The newest `seq` before it; 0: from the beginning of the call. */
  readonly after: number;
  /** Lines of others in it when this person came back. */
  readonly lineCount: number;
}

/** Null: there is nothing to offer. */
export interface AbsenceTracker extends Store<Absence | null> {
  /** It was read, or is not wanted: not offered again. */
  dismiss(): void;
  /** Notes what was seen until now: the page goes away. */
  save(): void;
  close(): void;
}

/** What is asked of the call. `joinedSeq`: the `seq` at which this person entered, the last time that they did. */
export type CallPresence = Store<{
  readonly state: { readonly name: string };
  readonly callId: string | null;
  readonly joinedSeq: number;
}>;

export interface AbsenceTrackerOptions {
  call: CallPresence;
  timeline: Pick<Timeline, "me"> & Store<Pick<TimelineSnapshot, "lines" | "history">>;
  rpc: Rpc;
  clock: Clock;
  /** Outlives the page: who closes it and comes back has read what was there before. */
  storage: Pick<KeyValueStorage, "getItem" | "setItem">;
}

/** Away for no longer than this is not worth a word: milliseconds. */
export const MIN_ABSENCE_MS = 10_000;
/** Nothing ran for so long in a page that never lost its line: the machine slept. A hidden page still runs each minute. */
const SLEEP_THRESHOLD_MS = 150_000;
const PRESENCE_CHECK_MS = 5_000;
const COUNT_RETRY_MS = 5_000;

const LAST_SEEN_KEY = "parley.seen";
const lastSeenSchema = z.object({
  me: z.string(),
  call: z.string(),
  seen: z.number(),
  /** When this person was last here: milliseconds since the epoch by this device's clock. */
  at: z.number(),
  /** Where a gap begins that is not settled. */
  after: z.nullable(z.number()),
});

/** What is known of this person's time in the call. */
type LastSeen = Pick<z.infer<typeof lastSeenSchema>, "call" | "seen" | "at" | "after">;

export function createAbsenceTracker({ call, timeline, rpc, clock, storage }: AbsenceTrackerOptions): AbsenceTracker {
  const { me } = timeline;
  const store = createStore<Absence | null>(null);
  let lastSeen: LastSeen | null = null;
  let present = false;
  /** When this person came back: later lines are no part of the gap. */
  let until = Number.POSITIVE_INFINITY;
  let lastJoinSeq: number | null = null;
  /** Of this stay: its line may stand only long after it began. */
  let began = { joinedSeq: Number.NaN, at: 0 };
  let counting = false;
  let closed = false;
  let cancelRetry: Cancel = () => {};

  function save() {
    if (lastSeen === null) return;
    try {
      storage.setItem(LAST_SEEN_KEY, JSON.stringify({ ...lastSeen, me }));
    } catch {
      // Full or forbidden: who closes the page is then offered more than they missed.
    }
  }

  function checkPresence() {
    const { state, callId, joinedSeq } = call.getSnapshot();
    if (callId === null) return;
    const now = clock.now();
    if (began.joinedSeq !== joinedSeq) began = { joinedSeq, at: now };
    const wasPresent = present && lastSeen?.call === callId;
    present = state.name === "connected" && (wasPresent || timeline.getSnapshot().history.name !== "loading");
    if (!present) return;
    if (lastSeen?.call !== callId) {
      lastSeen = stored(callId) ?? initialLastSeen(callId, joinedSeq);
      store.set(null);
    }
    const away = now - lastSeen.at;
    // The earlier of two gaps that nobody settled takes in the later one.
    if (away > (wasPresent ? SLEEP_THRESHOLD_MS : MIN_ABSENCE_MS)) lastSeen.after ??= lastSeen.seen;
    lastSeen.at = now;
    lastSeen.seen = Math.max(lastSeen.seen, newestSeq(timeline.getSnapshot()));
    if (wasPresent && away <= SLEEP_THRESHOLD_MS) return;
    // All of this comes when the call has gone on for a while already. Of a line that was down no end is known: it is now.
    const late = now - began.at > MIN_ABSENCE_MS;
    until = joinedSeq === lastJoinSeq || late ? Number.POSITIVE_INFINITY : joinedSeq;
    const first = lastJoinSeq === null && !late;
    lastJoinSeq = joinedSeq;
    const { history, lines } = timeline.getSnapshot();
    // What was just read for the first time is all there is; later a page may not have heard of everything yet.
    if (first && history.name === "complete") {
      const { after } = lastSeen;
      if (after !== null)
        offer(after, lines.filter((line) => line.seq > after && line.seq <= until && isTheirs(line)).length);
      return save();
    }
    void count();
  }

  function stored(callId: string): LastSeen | null {
    try {
      const found = lastSeenSchema.safeParse(JSON.parse(storage.getItem(LAST_SEEN_KEY) ?? "null"));
      if (!found.success || found.data.call !== callId || found.data.me !== me) return null;
      const { seen, at, after } = found.data;
      return { call: callId, seen, at, after };
    } catch {
      return null;
    }
  }

  /** Who wrote something here before, with another device perhaps, was here until then. */
  function initialLastSeen(callId: string, joinedSeq: number): LastSeen {
    const own = timeline
      .getSnapshot()
      .lines.filter(({ author, forwarded, seq }) => author === me && !forwarded && seq <= joinedSeq);
    return { call: callId, seen: newestSeq({ lines: own }), at: Number.NEGATIVE_INFINITY, after: null };
  }

  /** How much it is, by the server, which knows also what this page has not loaded. */
  async function count(): Promise<void> {
    if (lastSeen === null || lastSeen.after === null || counting) return save();
    const { call: callId, after } = lastSeen;
    counting = true;
    cancelRetry();
    const result = await rpc("missed_lines", { p_call_id: callId, p_after_seq: after });
    counting = false;
    if (closed) return;
    if (lastSeen.call !== callId || lastSeen.after !== after) return count();
    if (!result.ok) return handleFailure(result);
    const { lines } = timeline.getSnapshot();
    const had = lines.filter(
      ({ author, seq, deleted }) => seq > after && (seq > until || author === me) && !deleted,
    ).length;
    offer(after, result.value.lines - had);
    save();
  }

  /** `missed`: lines of others; none settle the gap. */
  function offer(after: number, missed: number) {
    if (lastSeen === null) return;
    if (missed <= 0) lastSeen.after = null;
    const gap = missed > 0 ? { callId: lastSeen.call, after, lineCount: missed } : null;
    store.set(gap && reuseIfShallowEqual(store.getSnapshot() ?? undefined, gap));
  }

  const isTheirs = ({ author, deleted }: TimelineSnapshot["lines"][number]) => author !== me && !deleted;

  /** Nothing is offered then; nobody asked for it, so nothing is said. */
  function handleFailure({ error }: Extract<Result<never>, { ok: false }>) {
    if (isTransientError(error)) cancelRetry = clock.after(COUNT_RETRY_MS, () => void count());
  }

  const ends = [
    call.subscribe(checkPresence),
    timeline.subscribe(checkPresence),
    clock.every(PRESENCE_CHECK_MS, () => {
      checkPresence();
      save();
    }),
  ];
  checkPresence();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    dismiss() {
      if (lastSeen !== null) lastSeen.after = null;
      store.set(null);
      save();
    },
    save,
    close() {
      closed = true;
      cancelRetry();
      for (const end of ends) end();
      save();
    },
  };
}

const newestSeq = ({ lines }: Pick<TimelineSnapshot, "lines">): number => lines.at(-1)?.seq ?? 0;

/**
 * When somebody is offered what they missed of a call: they came while it was going on, or were away for longer than a
 * moment (the line was down, the page closed, the machine asleep) and something was said meanwhile. What was here while they
 * were is not offered, and what they declined is not offered again.
 */
import * as z from "zod/mini";
import type { Result } from "#contracts/errors.ts";
import type { Timeline, TimelineSnapshot } from "../../chat/core/index.ts";
import { passing } from "../../chat/core/index.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Rpc } from "../../platform/rpc.ts";
import type { KeyValueStorage } from "../../platform/storage.ts";
import { createStore, keepObject, type Store } from "../../platform/store.ts";

export interface Gap {
  readonly callId: string;
  /** The newest `seq` before it; 0: from the beginning of the call. */
  readonly after: number;
  /** Lines of others in it when this person came back. */
  readonly lines: number;
}

/** Null: there is nothing to offer. */
export interface Gaps extends Store<Gap | null> {
  /** It was read, or is not wanted: not offered again. */
  settle(): void;
  /** Notes what was seen until now: the page goes away. */
  save(): void;
  close(): void;
}

/** What is asked of the call. `since`: the `seq` at which this person entered, the last time that they did. */
export type Presence = Store<{
  readonly state: { readonly name: string };
  readonly callId: string | null;
  readonly since: number;
}>;

export interface GapsOptions {
  call: Presence;
  timeline: Pick<Timeline, "me"> & Store<Pick<TimelineSnapshot, "lines" | "history">>;
  rpc: Rpc;
  clock: Clock;
  /** Outlives the page: who closes it and comes back has read what was there before. */
  storage: Pick<KeyValueStorage, "getItem" | "setItem">;
}

/** Away for no longer than this is not worth a word: milliseconds. */
export const MOMENT = 10_000;
/** Nothing ran for so long in a page that never lost its line: the machine slept. A hidden page still runs each minute. */
const ASLEEP = 150_000;
const LOOK = 5_000;
const AGAIN = 5_000;

const STORED_AS = "parley.seen";
const shape = z.object({
  me: z.string(),
  call: z.string(),
  seen: z.number(),
  /** When this person was last here: milliseconds since the epoch by this device's clock. */
  at: z.number(),
  /** Where a gap begins that is not settled. */
  after: z.nullable(z.number()),
});

/** What is known of this person's time in the call. */
type Seen = Pick<z.infer<typeof shape>, "call" | "seen" | "at" | "after">;

export function createGaps({ call, timeline, rpc, clock, storage }: GapsOptions): Gaps {
  const { me } = timeline;
  const store = createStore<Gap | null>(null);
  let known: Seen | null = null;
  let present = false;
  /** When this person came back: later lines are no part of the gap. */
  let until = Number.POSITIVE_INFINITY;
  let entered: number | null = null;
  /** Of this stay: its line may stand only long after it began. */
  let began = { since: Number.NaN, at: 0 };
  let asking = false;
  let closed = false;
  let cancelAgain: Cancel = () => {};

  function save() {
    if (known === null) return;
    try {
      storage.setItem(STORED_AS, JSON.stringify({ ...known, me }));
    } catch {
      // Full or forbidden: who closes the page is then offered more than they missed.
    }
  }

  function look() {
    const { state, callId, since } = call.getSnapshot();
    if (callId === null) return;
    const now = clock.now();
    if (began.since !== since) began = { since, at: now };
    const wasPresent = present && known?.call === callId;
    present = state.name === "connected" && (wasPresent || timeline.getSnapshot().history.name !== "loading");
    if (!present) return;
    if (known?.call !== callId) {
      known = stored(callId) ?? newcomer(callId, since);
      store.set(null);
    }
    const away = now - known.at;
    // The earlier of two gaps that nobody settled takes in the later one.
    if (away > (wasPresent ? ASLEEP : MOMENT)) known.after ??= known.seen;
    known.at = now;
    known.seen = Math.max(known.seen, newestOf(timeline.getSnapshot()));
    if (wasPresent && away <= ASLEEP) return;
    // All of this comes when the call has gone on for a while already. Of a line that was down no end is known: it is now.
    const late = now - began.at > MOMENT;
    until = since === entered || late ? Number.POSITIVE_INFINITY : since;
    const first = entered === null && !late;
    entered = since;
    const { history, lines } = timeline.getSnapshot();
    // What was just read for the first time is all there is; later a page may not have heard of everything yet.
    if (first && history.name === "complete") {
      const { after } = known;
      if (after !== null)
        offer(after, lines.filter((line) => line.seq > after && line.seq <= until && isTheirs(line)).length);
      return save();
    }
    void count();
  }

  function stored(callId: string): Seen | null {
    try {
      const found = shape.safeParse(JSON.parse(storage.getItem(STORED_AS) ?? "null"));
      if (!found.success || found.data.call !== callId || found.data.me !== me) return null;
      const { seen, at, after } = found.data;
      return { call: callId, seen, at, after };
    } catch {
      return null;
    }
  }

  /** Who wrote something here before, with another device perhaps, was here until then. */
  function newcomer(callId: string, since: number): Seen {
    const own = timeline
      .getSnapshot()
      .lines.filter(({ author, forwarded, seq }) => author === me && !forwarded && seq <= since);
    return { call: callId, seen: newestOf({ lines: own }), at: Number.NEGATIVE_INFINITY, after: null };
  }

  /** How much it is, by the server, which knows also what this page has not loaded. */
  async function count(): Promise<void> {
    if (known === null || known.after === null || asking) return save();
    const { call: callId, after } = known;
    asking = true;
    cancelAgain();
    const answer = await rpc("missed", { call_id: callId, after });
    asking = false;
    if (closed) return;
    if (known.call !== callId || known.after !== after) return count();
    if (!answer.ok) return refused(answer);
    const { lines } = timeline.getSnapshot();
    const had = lines.filter(
      ({ author, seq, deleted }) => seq > after && (seq > until || author === me) && !deleted,
    ).length;
    offer(after, answer.value.lines - had);
    save();
  }

  /** `missed`: lines of others; none settle the gap. */
  function offer(after: number, missed: number) {
    if (known === null) return;
    if (missed <= 0) known.after = null;
    const gap = missed > 0 ? { callId: known.call, after, lines: missed } : null;
    store.set(gap && keepObject(store.getSnapshot() ?? undefined, gap));
  }

  const isTheirs = ({ author, deleted }: TimelineSnapshot["lines"][number]) => author !== me && !deleted;

  /** Nothing is offered then; nobody asked for it, so nothing is said. */
  function refused({ error }: Extract<Result<never>, { ok: false }>) {
    if (passing(error)) cancelAgain = clock.after(AGAIN, () => void count());
  }

  const ends = [
    call.subscribe(look),
    timeline.subscribe(look),
    clock.every(LOOK, () => {
      look();
      save();
    }),
  ];
  look();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    settle() {
      if (known !== null) known.after = null;
      store.set(null);
      save();
    },
    save,
    close() {
      closed = true;
      cancelAgain();
      for (const end of ends) end();
      save();
    },
  };
}

const newestOf = ({ lines }: Pick<TimelineSnapshot, "lines">): number => lines.at(-1)?.seq ?? 0;

/**
 * Decides what a participant is offered to catch up on: the lines of an absence of more than a moment. An absence is the
 * time before entering a call, an outage, a closed page, or a sleeping machine. A line that was broadcast to this page, or
 * that the participant dismissed, is never offered again.
 */
import * as z from "zod/mini";
import { ok, type Result } from "#contracts/errors.ts";
import type { Timeline, TimelineSnapshot } from "../../chat/timeline.ts";
import type { Clock } from "../../lib/clock.ts";
import { persisted } from "../../lib/persisted.ts";
import { createBackoff } from "../../lib/retry.ts";
import type { Rpc } from "../../lib/rpc.ts";
import type { KeyValueStorage } from "../../lib/storage.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../../lib/store.ts";
import { isTransientError } from "../../lib/transientErrors.ts";

/** The lines of one absence, by `seq`. */
export interface SeqRange {
  /** Exclusive; 0 is the beginning of the call. */
  readonly after: number;
  /** Inclusive; null while the end is unknown. */
  readonly upTo: number | null;
}

export interface Absence {
  readonly callId: string;
  /** In the order of `seq`, without those that have no lines. */
  readonly ranges: readonly SeqRange[];
  /** Number of lines that others wrote in these ranges. */
  readonly lineCount: number;
}

/** Null while there is nothing to offer. */
export interface AbsenceTracker extends Store<Absence | null> {
  /** Withdraws the offer for good: the lines were read, or are not wanted. */
  dismiss(): void;
  /** Stores what was shown so far, on page unload. */
  save(): void;
  close(): void;
}

export interface PresenceSnapshot {
  readonly state: { readonly name: string };
  readonly callId: string | null;
  /** The meeting's `seq` when this participant last entered. */
  readonly joinedSeq: number;
}

/** The part of a call that the tracker reads. */
export interface CallPresence extends Store<PresenceSnapshot> {
  /** Returns the first `seq` that this page received as it was written; null while it receives no broadcasts. */
  liveFromSeq(): number | null;
  /** Returns when joining began, by the server's clock in milliseconds since the epoch; null if unknown. */
  joinRequestedAt(): number | null;
}

export interface AbsenceTrackerOptions {
  call: CallPresence;
  timeline: Pick<Timeline, "me"> & Store<Pick<TimelineSnapshot, "lines" | "history">>;
  rpc: Rpc;
  clock: Clock;
  /** Outlives the page. Reading the property `localStorage` may throw. */
  storage: () => KeyValueStorage;
}

/** A shorter absence is not offered. */
export const MIN_ABSENCE_MS = 10_000;
/** A pause between two checks from which the machine must have slept. A hidden page still checks each minute. */
const SLEEP_THRESHOLD_MS = 150_000;
const PRESENCE_CHECK_MS = 5_000;
const COUNT_RETRY_MS = 5_000;

const LAST_SEEN_KEY = "parley.seen";
const gapSchema = z.object({
  after: z.number(),
  upTo: z.nullable(z.number()),
  /** Number of lines of others; null before they are counted. */
  lines: z.nullable(z.number()),
});
const lastSeenSchema = z.object({
  me: z.string(),
  call: z.string(),
  seen: z.number(),
  /** When this participant was last present: milliseconds since the epoch by this device's clock. */
  at: z.number(),
  /** Start of the first gap. An older version stored it alone. */
  after: z.nullable(z.number()),
  gaps: z.optional(z.array(gapSchema)),
});

type Gap = Readonly<z.infer<typeof gapSchema>>;

/** This page's time in one call. */
interface Visit {
  readonly callId: string;
  readonly enteredAt: number;
  readonly enteredSeq: number;
  /** The newest `seq` that was shown. */
  seen: number;
  presentAt: number;
  checkedAt: number;
  wokeAt: number;
  /** Start of the latest range of broadcasts; null before the first broadcast may arrive. */
  liveFromSeq: number | null;
  /** Absences that are neither read nor dismissed. */
  gaps: readonly Gap[];
  /** The absence before this visit. Null after the history was loaded, which determines its bounds. */
  entryGap: Gap | null;
  readonly isFirstVisit: boolean;
}

export function createAbsenceTracker({ call, timeline, rpc, clock, storage }: AbsenceTrackerOptions): AbsenceTracker {
  const { me } = timeline;
  const store = createStore<Absence | null>(null);
  const lastSeen = persisted(storage, LAST_SEEN_KEY, lastSeenSchema);
  const countRetry = createBackoff(clock, [COUNT_RETRY_MS]);
  let visit: Visit | null = null;
  /** Until the retry of a failed count, too. */
  let counting = false;
  /** Gaps whose count was rejected. A later page counts them again. */
  const rejectedGaps = new WeakSet<Gap>();
  let closed = false;

  function startVisit(callId: string, enteredSeq: number): Visit {
    const now = clock.now();
    const stored = readStored(callId);
    const { seen, at, gaps } = stored ?? { seen: 0, at: Number.NEGATIVE_INFINITY, gaps: [] };
    const allGaps = now - at > MIN_ABSENCE_MS ? withGap(gaps, seen, enteredSeq) : gaps;
    return {
      ...{ callId, enteredSeq, enteredAt: now, presentAt: now, checkedAt: now, wokeAt: now, liveFromSeq: null },
      ...{ gaps: allGaps, entryGap: allGaps[gaps.length] ?? null, isFirstVisit: stored === null },
      seen: Math.max(enteredSeq, seen),
    };
  }

  function readStored(callId: string) {
    const stored = lastSeen.read();
    if (stored === null || stored.call !== callId || stored.me !== me) return null;
    const { seen, at, after } = stored;
    const gaps = stored.gaps ?? (after === null ? [] : [{ after, upTo: seen, lines: null }]);
    return { seen, at, gaps: gaps.map((gap) => ({ ...gap, upTo: gap.upTo ?? seen })) };
  }

  function save() {
    if (visit === null) return;
    const { callId, seen, presentAt, gaps } = visit;
    // Storage may be full or forbidden: a later page then offers too much.
    lastSeen.write({ me, call: callId, seen, at: presentAt, after: gaps[0]?.after ?? null, gaps: [...gaps] });
  }

  function checkPresence() {
    const { state, callId, joinedSeq } = call.getSnapshot();
    // After a rejoin, the snapshot has the values of the previous stay until the server responds.
    if (callId === null || state.name === "joining") return;
    if (visit?.callId !== callId) {
      visit = startVisit(callId, joinedSeq);
      store.set(null);
    }
    const now = clock.now();
    const slept = now - visit.checkedAt > SLEEP_THRESHOLD_MS;
    visit.checkedAt = now;
    if (slept) visit.wokeAt = now;
    const liveFromSeq = call.liveFromSeq();
    if (liveFromSeq === null) {
      // While a participant enters, the history shows new lines as they are written.
      if (visit.liveFromSeq === null && now - visit.enteredAt <= MIN_ABSENCE_MS) showAll(visit);
      return;
    }
    const openGap = visit.gaps.find(({ upTo }) => upTo === null);
    if (visit.liveFromSeq !== liveFromSeq) {
      if (openGap !== undefined) updateGap(visit, openGap, { upTo: liveFromSeq - 1 });
      else if (now - visit.presentAt > MIN_ABSENCE_MS) visit.gaps = withGap(visit.gaps, visit.seen, liveFromSeq - 1);
    } else if (slept) {
      // The connection may prove to be lost: the end of the gap is then the start of the next range.
      visit.gaps = withGap(visit.gaps, visit.seen, null);
    } else if (openGap !== undefined && now - visit.wokeAt > MIN_ABSENCE_MS) {
      updateGap(visit, openGap, { upTo: visit.seen });
    }
    visit.liveFromSeq = liveFromSeq;
    showAll(visit);
    if (state.name === "connected") visit.presentAt = now;
    void countLines();
  }

  /** Notes that everything in the timeline is on the screen. */
  function showAll(of: Visit) {
    // A line of a meeting that keeps nothing may have a fraction.
    of.seen = Math.max(of.seen, Math.floor(timeline.getSnapshot().lines.at(-1)?.seq ?? 0));
  }

  function updateGap(of: Visit, gap: Gap, change: Partial<Gap>) {
    of.gaps = of.gaps.map((other) => (other === gap ? { ...gap, ...change } : other));
  }

  /** Counts the lines of each gap once, when the newest lines are loaded. */
  async function countLines(): Promise<void> {
    if (visit === null || counting || timeline.getSnapshot().history.name === "loading") return;
    fitEntryGap(visit);
    const current = visit;
    const gap = current.gaps.find((candidate) => candidate.lines === null && !rejectedGaps.has(candidate));
    if (gap === undefined) return offer();
    counting = true;
    const result = await countGap(current, gap);
    if (closed) return;
    if (!result.ok && isTransientError(result.error)) {
      countRetry.schedule(() => {
        counting = false;
        void countLines();
      });
      return;
    }
    counting = false;
    if (result.ok) updateGap(current, gap, { lines: result.value });
    else rejectedGaps.add(gap);
    save();
    return countLines();
  }

  /**
   * Shortens the absence before this visit. It starts after the participant's own lines, perhaps from another device, and ends
   * with the click to join: later lines appeared while the page was joining.
   */
  function fitEntryGap(of: Visit) {
    const { entryGap, enteredSeq } = of;
    if (entryGap === null) return;
    of.entryGap = null;
    const earlier = timeline.getSnapshot().lines.filter(({ seq }) => seq <= enteredSeq);
    const own = earlier.findLast(({ author, forwarded }) => author === me && !forwarded);
    const requestedAt = call.joinRequestedAt() ?? Number.POSITIVE_INFINITY;
    const shown = earlier.find(({ created_at }) => Date.parse(created_at) >= requestedAt);
    const after = of.isFirstVisit && own !== undefined ? own.seq : entryGap.after;
    const upTo = shown === undefined ? enteredSeq : shown.seq - 1;
    if (upTo > after) updateGap(of, entryGap, { after, upTo });
    else of.gaps = of.gaps.filter((gap) => gap !== entryGap);
  }

  async function countGap({ callId, enteredSeq }: Visit, { after, upTo }: Gap): Promise<Result<number>> {
    const linesIn = (from: number, to: number) =>
      timeline.getSnapshot().lines.filter(({ seq, deleted }) => seq > from && seq <= to && !deleted);
    const end = upTo ?? Number.POSITIVE_INFINITY;
    const ownCount = () => linesIn(after, end).filter(({ author }) => author === me).length;
    if (timeline.getSnapshot().history.name === "complete" && end <= enteredSeq)
      return ok(linesIn(after, end).length - ownCount());
    const countAfter = (seq: number) => rpc("missed_lines", { p_call_id: callId, p_after_seq: seq });
    // This page has every line that was written since it entered.
    const [all, later] = await Promise.all([countAfter(after), end < enteredSeq ? countAfter(end) : null]);
    if (!all.ok) return all;
    if (later?.ok === false) return later;
    const laterCount = later?.value.lines ?? linesIn(end, Number.POSITIVE_INFINITY).length;
    return ok(Math.max(0, all.value.lines - laterCount - ownCount()));
  }

  function offer() {
    if (visit === null) return;
    visit.gaps = visit.gaps.filter(({ lines }) => lines !== 0);
    const counted = visit.gaps.filter(({ lines }) => lines !== null);
    const lineCount = counted.reduce((sum, { lines }) => sum + (lines ?? 0), 0);
    const offered = store.getSnapshot();
    const ranges = reuseListIfEqual<SeqRange>(offered?.ranges ?? [], counted);
    const next = lineCount === 0 ? null : { callId: visit.callId, ranges, lineCount };
    store.set(next && reuseIfShallowEqual(offered ?? undefined, next));
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
      if (visit !== null) visit.gaps = [];
      store.set(null);
      save();
    },
    save,
    close() {
      closed = true;
      countRetry.cancel();
      for (const end of ends) end();
      save();
    },
  };
}

/** Returns `gaps` with the lines after `after`, up to `upTo`; without a new gap if that is empty. */
const withGap = (gaps: readonly Gap[], after: number, upTo: number | null): readonly Gap[] =>
  upTo === null || upTo > after ? [...gaps, { after, upTo, lines: null }] : gaps;

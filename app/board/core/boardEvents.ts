/** Receives the events of boards. They have ids only, so listeners request what changed. */
import { type BoardChanged, boardChanged } from "#contracts/board.ts";
import { topics } from "#contracts/realtime.ts";
import { type Cancel, type Clock, createEarliestTimer } from "../../lib/clock.ts";
import type { Realtime } from "../../lib/realtime.ts";

/** Null: the connection was lost, so events may be missing. */
export type BoardListener = (event: BoardChanged | null) => void;

export interface BoardEvents {
  /** Several listeners of one meeting share its topic. */
  listen(meetingId: string, listener: BoardListener): Cancel;
}

export function createBoardEvents(realtime: Pick<Realtime, "join">): BoardEvents {
  const meetings = new Map<string, { listeners: Set<BoardListener>; close: Cancel }>();

  function join(meetingId: string) {
    const listeners = new Set<BoardListener>();
    const notify: BoardListener = (event) => {
      for (const listener of [...listeners]) listener(event);
    };
    const topic = realtime.join(topics.board(meetingId));
    topic.on("board_changed", boardChanged, notify);
    // The first join too: something may have changed since the page was read.
    topic.onStatus((status) => status === "joined" && notify(null));
    const joined = { listeners, close: () => topic.close() };
    meetings.set(meetingId, joined);
    return joined;
  }

  return {
    listen(meetingId, listener) {
      const { listeners, close } = meetings.get(meetingId) ?? join(meetingId);
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        meetings.delete(meetingId);
        close();
      };
    },
  };
}

/** Files dropped together make one request. */
export const BATCH_DELAY_MS = 100;
/** The next batch waits this long for each read, so that changes of others take half of the 120 reads of a minute. */
export const READ_INTERVAL_MS = 1_000;

/** Changes that could not be read are requested again after this time. */
const RETRY_DELAY_MS = 5_000;

export interface Batch<T> {
  add(value: T): void;
  /** Adds a change of the reader, which waits for no reads. */
  addOwn(value: T): void;
  /** Adds a value that could not be read. It waits longer, or comes with the next one. */
  retry(value: T): void;
  /** Counts reads beyond the first of a batch. */
  count(reads: number): void;
  close(): void;
}

/** Collects values for `flush`, which runs soon, and later as its reads permit. */
export function createBatch<T>(clock: Clock, flush: (values: ReadonlySet<T>) => void): Batch<T> {
  let values = new Set<T>();
  let readyAt = Number.NEGATIVE_INFINITY;
  const timer = createEarliestTimer(clock, () => {
    const waitMs = readyAt - clock.now();
    if (waitMs > 0) return timer.after(waitMs);
    readyAt = clock.now() + READ_INTERVAL_MS;
    const batch = values;
    values = new Set();
    flush(batch);
  });
  const addAfter = (value: T, ms: number) => {
    values.add(value);
    timer.after(ms);
  };
  return {
    add: (value) => addAfter(value, BATCH_DELAY_MS),
    addOwn(value) {
      readyAt = Number.NEGATIVE_INFINITY;
      addAfter(value, BATCH_DELAY_MS);
    },
    retry: (value) => addAfter(value, RETRY_DELAY_MS),
    count(reads) {
      readyAt += reads * READ_INTERVAL_MS;
    },
    close: timer.cancel,
  };
}

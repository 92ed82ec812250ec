/**
 * The lines, edits and deletions of the local participant that the server has not stored yet. They are kept on the device
 * until then, so a closed tab, a lost connection or a rejection loses nothing. A line keeps its id, so a retry creates no
 * second line. Writes are sent one after the other, in the order of writing.
 *
 * All tabs of this person in this meeting share the stored list, and one of them sends at a time. Each tab adds and
 * removes only its own writes.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import type { Clock } from "../lib/clock.ts";
import { createBackoff } from "../lib/retry.ts";
import type { DraftStorage } from "../lib/storage.ts";
import { createStore, type Store } from "../lib/store.ts";
import { createStoredWrites, type LineWrite } from "./core/storedWrites.ts";

export interface OutboxItem {
  readonly write: LineWrite;
  /** A transient failure is retried automatically; any other waits for `retry`. */
  readonly state: { readonly name: "pending" } | { readonly name: "failed"; readonly error: Failure };
}

export interface OutboxSnapshot {
  readonly items: readonly OutboxItem[];
  /** The last transient failure, until every write is sent. */
  readonly blockedBy: Failure | null;
}

export interface Outbox extends Store<OutboxSnapshot> {
  /** Replaces an unsent write of the same line. */
  add(write: LineWrite): void;
  retry(id: string): void;
  discard(id: string): void;
  /** Removes a new line that the server has stored, as a broadcast or a fetched page has shown. */
  markDelivered(id: string): void;
  /** Starts or resumes sending, and retries transient failures. */
  start(): void;
  /** Stops sending: another tab sends now. */
  suspend(): void;
  close(): void;
}

export interface OutboxOptions {
  places: DraftStorage;
  key: string;
  newId: () => string;
  clock: Clock;
  send: (write: LineWrite) => Promise<Result<Line>>;
  onSent: (line: Line) => void;
  /** Whether the same request may succeed later. */
  isTransient: (error: Failure) => boolean;
}

const RETRY_DELAYS_MS = [2_000, 5_000, 15_000] as const;
/** The server counts requests of the last ten seconds, so capacity returns soon. */
const RATE_LIMIT_RETRY_MS = 5_000;
const PENDING_STATE: OutboxItem["state"] = { name: "pending" };

export function createOutbox({ places, key, newId, clock, send, onSent, isTransient }: OutboxOptions): Outbox {
  const store = createStore<OutboxSnapshot>({ items: [], blockedBy: null });
  const storage = createStoredWrites(places, key);
  /** Writes of this tab that other tabs may have seen in storage. */
  const storedOnce = new WeakSet<LineWrite>();
  /** Ids that replaced an id in conflict. */
  const newIds = new Set<string>();
  const backoff = createBackoff(clock, RETRY_DELAYS_MS);
  const rateLimitBackoff = createBackoff(clock, [RATE_LIMIT_RETRY_MS]);
  let started = false;
  let sending = false;
  /** After a transient failure all later writes wait too, to keep their order. */
  let waiting = false;
  let closed = false;

  const allItems = () => store.getSnapshot().items;
  const isSendable = ({ state }: OutboxItem) => state.name === "pending" || isTransient(state.error);
  const setItems = (items: readonly OutboxItem[], blockedBy = store.getSnapshot().blockedBy) =>
    store.set({ items, blockedBy: items.some(isSendable) ? blockedBy : null });

  function updateStored(removed: readonly LineWrite[], added: readonly LineWrite[]) {
    const pending = allItems().map(({ write }) => write);
    for (const write of storage.update({ removed, added, pending })) storedOnce.add(write);
  }

  /** Takes over the writes that another tab, or this one before a reload, left in storage. */
  function loadStored() {
    const items = allItems();
    const found = storage.read().filter(({ id }) => !items.some(({ write }) => write.id === id));
    for (const write of found) storedOnce.add(write);
    if (found.length > 0) setItems([...items, ...found.map((write): OutboxItem => ({ write, state: PENDING_STATE }))]);
  }

  /** Drops the writes that another tab sent, discarded or replaced. */
  function dropSettledElsewhere() {
    const candidates = allItems().flatMap(({ write }) => (storedOnce.has(write) ? [write] : []));
    const settled = new Set(storage.settledElsewhere(candidates));
    if (settled.size > 0) setItems(allItems().filter(({ write }) => !settled.has(write)));
  }

  const setState = (matches: (item: OutboxItem) => boolean, state: OutboxItem["state"], blockedBy?: Failure) =>
    setItems(
      allItems().map((item) => (matches(item) ? { ...item, state } : item)),
      blockedBy,
    );

  function removeItems(matches: (item: OutboxItem) => boolean) {
    const removed = allItems().filter(matches);
    if (removed.length === 0) return;
    setItems(allItems().filter((item) => !matches(item)));
    updateStored(
      removed.map(({ write }) => write),
      [],
    );
  }

  /** Gives a new line another id, because another line has its id. Unsent replies to the line follow. */
  function assignNewId(post: Extract<LineWrite, { kind: "post" }>) {
    const id = newId();
    newIds.add(id);
    const before = allItems();
    const next = before.map((item): OutboxItem => {
      if (item.write === post) return { write: { ...post, id }, state: PENDING_STATE };
      if (item.write.kind !== "post" || item.write.replyTo !== post.id) return item;
      return { ...item, write: { ...item.write, replyTo: id } };
    });
    setItems(next);
    updateStored(
      before.flatMap((item) => (next.includes(item) ? [] : [item.write])),
      next.flatMap((item) => (before.includes(item) ? [] : [item.write])),
    );
  }

  function cancelRetry() {
    backoff.cancel();
    rateLimitBackoff.cancel();
  }

  function resume() {
    cancelRetry();
    waiting = false;
    void sendNext();
  }

  async function sendNext(): Promise<void> {
    if (!started || closed || sending || waiting) return;
    dropSettledElsewhere();
    const write = allItems().find(isSendable)?.write;
    if (write === undefined) return;
    sending = true;
    const result = await send(write);
    sending = false;
    if (closed) return;
    // A write that replaced this one in the meantime is sent next.
    const isSame = (item: OutboxItem) => item.write === write;
    if (result.ok) {
      backoff.reset();
      // First add the sent line, then remove the pending one: the line never disappears.
      onSent(result.value);
      removeItems(isSame);
    } else if (isTransient(result.error)) {
      setState(isSame, { name: "failed", error: result.error }, result.error);
      waiting = true;
      const delays = result.error.code === "request/rate-limited" ? rateLimitBackoff : backoff;
      delays.schedule(resume);
    } else if (result.error.code === "line/conflict" && write.kind === "post" && !newIds.has(write.id)) {
      if (allItems().some(isSame)) assignNewId(write);
    } else setState(isSame, { name: "failed", error: result.error });
    void sendNext();
  }

  loadStored();
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    add(added) {
      const replaced = allItems().filter(({ write }) => write.id === added.id);
      setItems([...allItems().filter((item) => !replaced.includes(item)), { write: added, state: PENDING_STATE }]);
      updateStored(
        replaced.map(({ write }) => write),
        [added],
      );
      void sendNext();
    },
    retry(id) {
      setState(({ write, state }) => write.id === id && state.name === "failed", PENDING_STATE);
      resume();
    },
    discard(id) {
      removeItems(({ write }) => write.id === id);
      resume();
    },
    markDelivered(id) {
      removeItems(({ write }) => write.id === id && write.kind === "post");
      resume();
    },
    start() {
      started = true;
      backoff.reset();
      dropSettledElsewhere();
      loadStored();
      resume();
    },
    suspend() {
      started = false;
      cancelRetry();
    },
    close() {
      closed = true;
      cancelRetry();
    },
  };
}

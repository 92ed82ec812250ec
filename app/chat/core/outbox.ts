/**
 * What this person wrote, changed or deleted and the server does not have yet. It is kept on this device until then, so
 * that a closed tab, a cut network or a refusal loses nothing; a line's id is made once, so that a second try never makes a
 * second line. All goes one after the other, in the order in which it was written.
 *
 * On the device it is that of all tabs of this person in this meeting, of which one at a time sends. What stands there is
 * what is left to do: each tab puts in and takes out what it did itself, and leaves alone what another has done meanwhile.
 */

import * as z from "zod/mini";
import type { Failure, Result } from "#contracts/errors.ts";
import { language as languageSchema } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import { type DraftStorage, readAll, writeTo } from "../../lib/storage.ts";
import { createStore, type Store } from "../../lib/store.ts";

const mentions = z.array(z.uuid());

/** A line to be; other words for one that is sent; or its end. There is one of them for a line at a time. */
const lineWrite = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("post"),
    id: z.uuid(),
    text: z.string(),
    language: languageSchema,
    replyTo: z.nullable(z.uuid()),
    mentions,
    /** Milliseconds since the epoch, by this device. */
    writtenAt: z.number(),
  }),
  z.object({ kind: z.literal("edit"), id: z.uuid(), text: z.string(), language: z.optional(languageSchema), mentions }),
  z.object({ kind: z.literal("remove"), id: z.uuid() }),
]);
const storedWrites = z.array(lineWrite);
export type LineWrite = z.infer<typeof lineWrite>;

export interface OutboxItem {
  readonly write: LineWrite;
  /** `failed` in passing is tried again by itself; by anything else it waits for `retry`. */
  readonly state: { readonly name: "pending" } | { readonly name: "failed"; readonly error: Failure };
}

export interface OutboxSnapshot {
  readonly items: readonly OutboxItem[];
  /** What held it up last, until all of it is through. */
  readonly blockedBy: Failure | null;
}

export interface Outbox extends Store<OutboxSnapshot> {
  /** Takes the place of what was under way for the same line. */
  add(write: LineWrite): void;
  retry(id: string): void;
  /** Gives it up. */
  discard(id: string): void;
  /** The server has this new line, as came to be known some other way. */
  markDelivered(id: string): void;
  /** Sending is possible, or again: what failed for want of that is tried. */
  start(): void;
  /** Another tab sends now. */
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
  /** Whether the same may go through later without anybody's doing. */
  isTransient: (error: Failure) => boolean;
}

const OUTBOX_RETRY_DELAYS_MS = [2_000, 5_000, 15_000] as const;
/** The server counts what came in the last ten seconds: soon some may go again. */
const RATE_LIMIT_RETRY_MS = 5_000;
const PENDING_STATE: OutboxItem["state"] = { name: "pending" };

export function createOutbox({ places, key, newId, clock, send, onSent, isTransient }: OutboxOptions): Outbox {
  const store = createStore<OutboxSnapshot>({ items: [], blockedBy: null });
  /** What this tab found on the device, or put there: gone from there, another tab has done it. */
  const knownStored = new Set<LineWrite>();
  /** Ids that were in conflict once. */
  const renamed = new Set<string>();
  let started = false;
  let sending = false;
  /** Something failed in passing: it holds up all behind it, for their order is that of writing. */
  let waiting = false;
  let failures = 0;
  let cancelRetry: Cancel | null = null;
  let closed = false;

  const all = () => store.getSnapshot().items;
  const failedTransiently = ({ state }: OutboxItem) => state.name === "failed" && isTransient(state.error);
  const isSendable = (one: OutboxItem) => one.state.name === "pending" || failedTransiently(one);
  const set = (sendNext: readonly OutboxItem[], held = store.getSnapshot().blockedBy) =>
    store.set({ items: sendNext, blockedBy: sendNext.some(isSendable) ? held : null });

  const stored = (): LineWrite[] => readAll(places, key).flatMap(parseStored);

  /** `gone` are done, `added` are to do. */
  function updateStored(gone: readonly LineWrite[], added: readonly LineWrite[]) {
    const next = [...stored().filter((one) => ![...gone, ...added].some((other) => isSameWrite(one, other))), ...added];
    const value = next.length === 0 ? null : JSON.stringify(next satisfies z.infer<typeof storedWrites>);
    for (const one of gone) knownStored.delete(one);
    if (writeTo(places, key, value)) for (const one of added) knownStored.add(one);
  }

  /** Makes it one's own that another tab, or this one before a reload, left to do. */
  function loadStored() {
    const known = all();
    const found = stored().filter(({ id }) => !known.some(({ write: other }) => other.id === id));
    for (const one of found) knownStored.add(one);
    if (found.length > 0) set([...known, ...found.map((one): OutboxItem => ({ write: one, state: PENDING_STATE }))]);
  }

  /** Lets go of what another tab has done, or given up. */
  function dropDeliveredElsewhere() {
    const left = stored();
    const rest = all().filter(
      ({ write: one }) => !knownStored.has(one) || left.some((other) => isSameWrite(one, other)),
    );
    if (rest.length < all().length) set(rest);
  }

  const setState = (which: (one: OutboxItem) => boolean, state: OutboxItem["state"], held?: Failure) =>
    set(
      all().map((one) => (which(one) ? { ...one, state } : one)),
      held,
    );

  function removeItems(which: (one: OutboxItem) => boolean) {
    const gone = all().filter(which);
    if (gone.length === 0) return;
    set(all().filter((one) => !which(one)));
    updateStored(
      gone.map((one) => one.write),
      [],
    );
  }

  /** Under its id there is something else: it goes under another. What answers it answers that. */
  function assignNewId(one: Extract<LineWrite, { kind: "post" }>) {
    const id = newId();
    renamed.add(id);
    const next = all().map((other): OutboxItem => {
      if (other.write === one) return { write: { ...one, id }, state: PENDING_STATE };
      if (other.write.kind !== "post" || other.write.replyTo !== one.id) return other;
      return { ...other, write: { ...other.write, replyTo: id } };
    });
    const before = all().filter((other) => !next.includes(other));
    set(next);
    updateStored(
      before.map((other) => other.write),
      next.filter((other) => !before.includes(other)).map((other) => other.write),
    );
  }

  function resume() {
    cancelRetry?.();
    cancelRetry = null;
    waiting = false;
    void next();
  }

  async function next(): Promise<void> {
    if (!started || closed || sending || waiting) return;
    dropDeliveredElsewhere();
    const one = all().find(isSendable)?.write;
    if (one === undefined) return;
    sending = true;
    const result = await send(one);
    sending = false;
    if (closed) return;
    // What took its place meanwhile goes next.
    const isSame = (other: OutboxItem) => other.write === one;
    if (result.ok) {
      failures = 0;
      // Shown as sent before it stops being pending: it is never in neither place.
      onSent(result.value);
      removeItems(isSame);
    } else if (isTransient(result.error)) {
      setState(isSame, { name: "failed", error: result.error }, result.error);
      const limited = result.error.code === "request/rate-limited";
      const wait = limited
        ? RATE_LIMIT_RETRY_MS
        : (OUTBOX_RETRY_DELAYS_MS[Math.min(failures, OUTBOX_RETRY_DELAYS_MS.length - 1)] ?? 0);
      if (!limited) failures += 1;
      waiting = true;
      cancelRetry = clock.after(wait, resume);
    } else if (result.error.code === "line/conflict" && one.kind === "post" && !renamed.has(one.id)) {
      if (all().some(isSame)) assignNewId(one);
    } else setState(isSame, { name: "failed", error: result.error });
    void next();
  }

  loadStored();
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    add(added) {
      const before = all().filter(({ write: { id } }) => id === added.id);
      set([...all().filter((one) => !before.includes(one)), { write: added, state: PENDING_STATE }]);
      updateStored(
        before.map((one) => one.write),
        [added],
      );
      void next();
    },
    retry(id) {
      setState((one) => one.write.id === id && one.state.name === "failed", PENDING_STATE);
      resume();
    },
    discard(id) {
      removeItems(({ write: { id: known } }) => known === id);
      resume();
    },
    markDelivered(id) {
      removeItems(({ write: { id: known, kind } }) => known === id && kind === "post");
      resume();
    },
    start() {
      started = true;
      failures = 0;
      loadStored();
      resume();
    },
    suspend() {
      started = false;
      cancelRetry?.();
    },
    close() {
      closed = true;
      cancelRetry?.();
    },
  };
}

/** They ask the same of the server: one of them is enough. */
const isSameWrite = (one: LineWrite, other: LineWrite): boolean =>
  one.id === other.id && JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

const contentOf = (one: LineWrite) =>
  one.kind === "remove" ? [one.kind] : [one.kind, one.text, one.language, one.mentions];

function parseStored(value: string): LineWrite[] {
  try {
    const parsed = storedWrites.safeParse(JSON.parse(value));
    if (parsed.success) return parsed.data;
  } catch {
    // Unreadable storage holds nothing.
  }
  return [];
}

/**
 * What this person wrote, changed or deleted and the server does not have yet. It is kept on this device until then, so
 * that a reload, a cut network or a refusal loses nothing; a line's id is made once, so that a second try never makes a
 * second line. All goes one after the other, in the order in which it was written.
 */

import * as z from "zod/mini";
import type { Failure, Result } from "#contracts/errors.ts";
import { language as languageSchema } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { KeyValueStorage } from "../../platform/storage.ts";
import { createStore, type Store } from "../../platform/store.ts";

const mentions = z.array(z.uuid());

/** A line to be; other words for one that is sent; or its end. There is one of them for a line at a time. */
const write = z.discriminatedUnion("kind", [
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
  z.object({ kind: z.literal("edit"), id: z.uuid(), text: z.string(), mentions }),
  z.object({ kind: z.literal("remove"), id: z.uuid() }),
]);
const kept = z.array(write);
export type Write = z.infer<typeof write>;

export interface Pending {
  readonly write: Write;
  /** `failed` in passing is tried again by itself; by anything else it waits for `retry`. */
  readonly state: { readonly name: "pending" } | { readonly name: "failed"; readonly error: Failure };
}

export interface OutboxSnapshot {
  readonly all: readonly Pending[];
  /** What held it up last, until all of it is through. */
  readonly held: Failure | null;
}

export interface Outbox extends Store<OutboxSnapshot> {
  /** Takes the place of what was under way for the same line. */
  add(write: Write): void;
  retry(id: string): void;
  /** Gives it up. */
  discard(id: string): void;
  /** The server has this new line, as came to be known some other way. */
  arrived(id: string): void;
  /** Sending is possible, or again: what failed for want of that is tried. */
  open(): void;
  close(): void;
}

export interface OutboxOptions {
  storage: KeyValueStorage;
  key: string;
  clock: Clock;
  send: (write: Write) => Promise<Result<Line>>;
  sent: (line: Line) => void;
  /** Whether the same may go through later without anybody's doing. */
  passing: (error: Failure) => boolean;
}

const AGAIN = [2_000, 5_000, 15_000] as const;
/** The server counts what came in the last ten seconds: soon some may go again. */
const AGAIN_WHEN_LIMITED = 5_000;
const PENDING: Pending["state"] = { name: "pending" };

export function createOutbox({ storage, key, clock, send, sent, passing }: OutboxOptions): Outbox {
  const store = createStore<OutboxSnapshot>({
    all: read(storage, key).map((one) => ({ write: one, state: PENDING })),
    held: null,
  });
  let opened = false;
  let sending = false;
  /** Something failed in passing: it holds up all behind it, for their order is that of writing. */
  let waiting = false;
  let failures = 0;
  let cancelAgain: Cancel | null = null;
  let closed = false;

  const all = () => store.getSnapshot().all;
  const failedInPassing = ({ state }: Pending) => state.name === "failed" && passing(state.error);
  const goes = (one: Pending) => one.state.name === "pending" || failedInPassing(one);

  function set(next: readonly Pending[], held = store.getSnapshot().held) {
    store.set({ all: next, held: next.some(goes) ? held : null });
    try {
      if (next.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(next.map((one) => one.write) satisfies z.infer<typeof kept>));
    } catch {
      // Full or forbidden storage: it lives as long as the page does.
    }
  }

  const mark = (which: (one: Pending) => boolean, state: Pending["state"], held?: Failure) =>
    set(
      all().map((one) => (which(one) ? { ...one, state } : one)),
      held,
    );
  const without = (which: (one: Pending) => boolean) => {
    const rest = all().filter((one) => !which(one));
    if (rest.length < all().length) set(rest);
  };

  function resume() {
    cancelAgain?.();
    cancelAgain = null;
    waiting = false;
    void next();
  }

  async function next(): Promise<void> {
    if (!opened || closed || sending || waiting) return;
    const one = all().find(goes);
    if (one === undefined) return;
    sending = true;
    const answer = await send(one.write);
    sending = false;
    if (closed) return;
    // What took its place meanwhile goes next.
    const same = (other: Pending) => other.write === one.write;
    if (answer.ok) {
      failures = 0;
      // Shown as sent before it stops being pending: it is never in neither place.
      sent(answer.value);
      without(same);
    } else if (passing(answer.error)) {
      mark(same, { name: "failed", error: answer.error }, answer.error);
      const limited = answer.error.code === "request/rate-limited";
      const wait = limited ? AGAIN_WHEN_LIMITED : (AGAIN[Math.min(failures, AGAIN.length - 1)] ?? 0);
      if (!limited) failures += 1;
      waiting = true;
      cancelAgain = clock.after(wait, resume);
    } else mark(same, { name: "failed", error: answer.error });
    void next();
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    add(added) {
      set([...all().filter(({ write: { id } }) => id !== added.id), { write: added, state: PENDING }]);
      void next();
    },
    retry(id) {
      mark((one) => one.write.id === id && one.state.name === "failed", PENDING);
      resume();
    },
    discard(id) {
      without(({ write: { id: known } }) => known === id);
      resume();
    },
    arrived(id) {
      without(({ write: { id: known, kind } }) => known === id && kind === "post");
      resume();
    },
    open() {
      opened = true;
      failures = 0;
      resume();
    },
    close() {
      closed = true;
      cancelAgain?.();
    },
  };
}

function read(storage: KeyValueStorage, key: string): Write[] {
  try {
    const parsed = kept.safeParse(JSON.parse(storage.getItem(key) ?? "null"));
    if (parsed.success) return parsed.data;
  } catch {
    // Unreadable storage holds nothing.
  }
  return [];
}

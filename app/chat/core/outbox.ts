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
import type { Cancel, Clock } from "../../platform/clock.ts";
import { keepIn, keptIn, type Places } from "../../platform/storage.ts";
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
  z.object({ kind: z.literal("edit"), id: z.uuid(), text: z.string(), language: z.optional(languageSchema), mentions }),
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
  /** Another tab sends now. */
  suspend(): void;
  close(): void;
}

export interface OutboxOptions {
  places: Places;
  key: string;
  newId: () => string;
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

export function createOutbox({ places, key, newId, clock, send, sent, passing }: OutboxOptions): Outbox {
  const store = createStore<OutboxSnapshot>({ all: [], held: null });
  /** What this tab found on the device, or put there: gone from there, another tab has done it. */
  const onDevice = new Set<Write>();
  /** Ids that were in conflict once. */
  const renamed = new Set<string>();
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
  const set = (next: readonly Pending[], held = store.getSnapshot().held) =>
    store.set({ all: next, held: next.some(goes) ? held : null });

  const stored = (): Write[] => keptIn(places, key).flatMap(read);

  /** `gone` are done, `added` are to do. */
  function keep(gone: readonly Write[], added: readonly Write[]) {
    const next = [...stored().filter((one) => ![...gone, ...added].some((other) => same(one, other))), ...added];
    const value = next.length === 0 ? null : JSON.stringify(next satisfies z.infer<typeof kept>);
    for (const one of gone) onDevice.delete(one);
    if (keepIn(places, key, value)) for (const one of added) onDevice.add(one);
  }

  /** Makes it one's own that another tab, or this one before a reload, left to do. */
  function adopt() {
    const known = all();
    const found = stored().filter(({ id }) => !known.some(({ write: other }) => other.id === id));
    for (const one of found) onDevice.add(one);
    if (found.length > 0) set([...known, ...found.map((one): Pending => ({ write: one, state: PENDING }))]);
  }

  /** Lets go of what another tab has done, or given up. */
  function heed() {
    const left = stored();
    const rest = all().filter(({ write: one }) => !onDevice.has(one) || left.some((other) => same(one, other)));
    if (rest.length < all().length) set(rest);
  }

  const mark = (which: (one: Pending) => boolean, state: Pending["state"], held?: Failure) =>
    set(
      all().map((one) => (which(one) ? { ...one, state } : one)),
      held,
    );

  function without(which: (one: Pending) => boolean) {
    const gone = all().filter(which);
    if (gone.length === 0) return;
    set(all().filter((one) => !which(one)));
    keep(
      gone.map((one) => one.write),
      [],
    );
  }

  /** Under its id there is something else: it goes under another. What answers it answers that. */
  function rename(one: Extract<Write, { kind: "post" }>) {
    const id = newId();
    renamed.add(id);
    const next = all().map((other): Pending => {
      if (other.write === one) return { write: { ...one, id }, state: PENDING };
      if (other.write.kind !== "post" || other.write.replyTo !== one.id) return other;
      return { ...other, write: { ...other.write, replyTo: id } };
    });
    const before = all().filter((other) => !next.includes(other));
    set(next);
    keep(
      before.map((other) => other.write),
      next.filter((other) => !before.includes(other)).map((other) => other.write),
    );
  }

  function resume() {
    cancelAgain?.();
    cancelAgain = null;
    waiting = false;
    void next();
  }

  async function next(): Promise<void> {
    if (!opened || closed || sending || waiting) return;
    heed();
    const one = all().find(goes)?.write;
    if (one === undefined) return;
    sending = true;
    const answer = await send(one);
    sending = false;
    if (closed) return;
    // What took its place meanwhile goes next.
    const isSame = (other: Pending) => other.write === one;
    if (answer.ok) {
      failures = 0;
      // Shown as sent before it stops being pending: it is never in neither place.
      sent(answer.value);
      without(isSame);
    } else if (passing(answer.error)) {
      mark(isSame, { name: "failed", error: answer.error }, answer.error);
      const limited = answer.error.code === "request/rate-limited";
      const wait = limited ? AGAIN_WHEN_LIMITED : (AGAIN[Math.min(failures, AGAIN.length - 1)] ?? 0);
      if (!limited) failures += 1;
      waiting = true;
      cancelAgain = clock.after(wait, resume);
    } else if (answer.error.code === "line/conflict" && one.kind === "post" && !renamed.has(one.id)) {
      if (all().some(isSame)) rename(one);
    } else mark(isSame, { name: "failed", error: answer.error });
    void next();
  }

  adopt();
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    add(added) {
      const before = all().filter(({ write: { id } }) => id === added.id);
      set([...all().filter((one) => !before.includes(one)), { write: added, state: PENDING }]);
      keep(
        before.map((one) => one.write),
        [added],
      );
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
      adopt();
      resume();
    },
    suspend() {
      opened = false;
      cancelAgain?.();
    },
    close() {
      closed = true;
      cancelAgain?.();
    },
  };
}

/** They ask the same of the server: one of them is enough. */
const same = (one: Write, other: Write): boolean =>
  one.id === other.id && JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other));

const wordsOf = (one: Write) => (one.kind === "remove" ? [one.kind] : [one.kind, one.text, one.language, one.mentions]);

function read(value: string): Write[] {
  try {
    const parsed = kept.safeParse(JSON.parse(value));
    if (parsed.success) return parsed.data;
  } catch {
    // Unreadable storage holds nothing.
  }
  return [];
}

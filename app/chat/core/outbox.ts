/**
 * What this person wrote and the server does not have yet. It is kept on this device until then, so that a reload, a
 * cut network or a refusal loses nothing; the id is made once, so that a second try never makes a second line.
 * Lines go one after the other, in the order in which they were written.
 */

import * as z from "zod/mini";
import type { Failure, Result } from "#contracts/errors.ts";
import { type Language, language as languageSchema } from "#contracts/languages.ts";
import type { Line } from "#contracts/meetings.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { createStore, type Store } from "../../platform/store.ts";

export interface PendingLine {
  readonly id: string;
  readonly text: string;
  readonly language: Language;
  /** Milliseconds since the epoch, by this device. */
  readonly writtenAt: number;
  /** `failed` by the network or a rate limit is tried again by itself; by anything else it waits for `retry`. */
  readonly state: { readonly name: "pending" } | { readonly name: "failed"; readonly error: Failure };
}

/** The part of Web Storage that is used; any of it may throw. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface Outbox extends Store<readonly PendingLine[]> {
  add(line: { id: string; text: string; language: Language }): void;
  retry(id: string): void;
  /** Gives the line up. */
  discard(id: string): void;
  /** The server has it, as came to be known some other way. */
  arrived(id: string): void;
  /** Sending is possible, or again: all that failed for want of that is tried. */
  open(): void;
  close(): void;
}

export interface OutboxOptions {
  storage: KeyValueStorage;
  key: string;
  clock: Clock;
  send: (line: PendingLine) => Promise<Result<Line>>;
  sent: (line: Line) => void;
  /** Whether the same may go through later without anybody's doing. */
  passing: (error: Failure) => boolean;
}

const AGAIN = [2_000, 5_000, 15_000] as const;
const PENDING: PendingLine["state"] = { name: "pending" };

const kept = z.array(z.object({ id: z.uuid(), text: z.string(), language: languageSchema, writtenAt: z.number() }));

export function createOutbox({ storage, key, clock, send, sent, passing }: OutboxOptions): Outbox {
  const store = createStore<readonly PendingLine[]>(read(storage, key).map((line) => ({ ...line, state: PENDING })));
  let opened = false;
  let sending: string | null = null;
  let failures = 0;
  let cancelAgain: Cancel | null = null;
  let closed = false;

  function set(lines: readonly PendingLine[]) {
    store.set(lines);
    keep();
  }

  function keep() {
    const lines = store.getSnapshot().map(({ id, text, language, writtenAt }) => ({ id, text, language, writtenAt }));
    try {
      if (lines.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(lines satisfies z.infer<typeof kept>));
    } catch {
      // Full or forbidden storage: the lines live as long as the page does.
    }
  }

  const mark = (which: (line: PendingLine) => boolean, state: PendingLine["state"]) =>
    set(store.getSnapshot().map((line) => (which(line) ? { ...line, state } : line)));
  const without = (id: string) => {
    const lines = store.getSnapshot();
    const rest = lines.filter((line) => line.id !== id);
    if (rest.length < lines.length) set(rest);
  };

  const failedInPassing = ({ state }: PendingLine) => state.name === "failed" && passing(state.error);

  function resume() {
    cancelAgain?.();
    cancelAgain = null;
    if (store.getSnapshot().some(failedInPassing)) mark(failedInPassing, PENDING);
    void next();
  }

  async function next(): Promise<void> {
    // What failed in passing holds up all behind it: their order is that of writing.
    if (!opened || closed || sending !== null || store.getSnapshot().some(failedInPassing)) return;
    const line = store.getSnapshot().find(({ state }) => state.name === "pending");
    if (line === undefined) return;
    sending = line.id;
    const answer = await send(line);
    sending = null;
    if (closed) return;
    if (answer.ok) {
      failures = 0;
      // Shown as sent before it stops being pending: it is never in neither place.
      sent(answer.value);
      without(line.id);
    } else if (store.getSnapshot().some(({ id }) => id === line.id)) {
      mark(({ id }) => id === line.id, { name: "failed", error: answer.error });
      if (passing(answer.error)) {
        const wait = AGAIN[Math.min(failures, AGAIN.length - 1)] ?? 0;
        failures += 1;
        cancelAgain = clock.after(wait, resume);
      }
    }
    void next();
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    add(line) {
      set([...store.getSnapshot(), { ...line, writtenAt: clock.now(), state: PENDING }]);
      void next();
    },
    retry(id) {
      mark((line) => line.id === id && line.state.name === "failed", PENDING);
      resume();
    },
    discard(id) {
      without(id);
      resume();
    },
    arrived(id) {
      if (!store.getSnapshot().some((line) => line.id === id)) return;
      without(id);
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

function read(storage: KeyValueStorage, key: string): z.infer<typeof kept> {
  try {
    const parsed = kept.safeParse(JSON.parse(storage.getItem(key) ?? "null"));
    if (parsed.success) return parsed.data;
  } catch {
    // Unreadable storage holds nothing.
  }
  return [];
}

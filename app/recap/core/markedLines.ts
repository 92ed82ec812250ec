/** A call's marked lines in the language that is read: what nobody had put into it yet is asked for. */

import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { Translate } from "../../languages/core/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, type Store } from "../../platform/store.ts";
import { type Column, inTime, lineOf, type TranscriptLine, wordsIn } from "../../transcripts/core/index.ts";

export interface MarkedState {
  /** In time. */
  readonly lines: readonly TranscriptLine[];
  readonly translating: boolean;
}

export interface MarkedLines extends Store<MarkedState> {
  /** Asks for what is missing in this column, once. The answer ends it: nothing more is asked for. */
  read(column: Column): () => void;
}

export interface MarkedLinesOptions {
  readonly callId: string;
  readonly first: readonly TranscriptLine[];
  readonly rpc: Rpc;
  readonly translate: Translate;
  readonly clock: Clock;
}

/** Lines that somebody else's request has in hand are asked for again so often, so far apart: milliseconds. */
const LOOKS = 5;
const LOOK_AFTER = 2_000;

/** As they are shown: what was deleted is not. */
export const shownMarks = (marks: readonly Line[]): TranscriptLine[] =>
  marks.flatMap((line) => lineOf(line) ?? []).sort(inTime);

export function createMarkedLines({ callId, first, rpc, translate, clock }: MarkedLinesOptions): MarkedLines {
  const store = createStore<MarkedState>({ lines: first, translating: false });
  /** Raised when what is under way is no longer wanted. */
  let attempt = 0;

  const change = (part: Partial<MarkedState>) => store.set({ ...store.getSnapshot(), ...part });
  const missingIn = (column: Language) =>
    store
      .getSnapshot()
      .lines.filter((line) => wordsIn(line, column).state === "missing")
      .map(({ id }) => id);
  const pause = () => new Promise<void>((done) => clock.after(LOOK_AFTER, done));

  /** Whether there is more to come: somebody else's request is at one of them. */
  async function ask(ids: readonly string[], column: Language, wanted: () => boolean): Promise<boolean> {
    let more = false;
    for (let at = 0; at < ids.length && wanted(); at += LIMITS.translateBatch) {
      const answer = await translate(ids.slice(at, at + LIMITS.translateBatch), { language: column });
      if (!answer.ok) return false;
      more ||= answer.value.results.some(({ status }) => status === "claimed");
    }
    return more;
  }

  async function fill(column: Language): Promise<void> {
    const mine = attempt;
    const wanted = () => mine === attempt;
    let missing = missingIn(column);
    change({ translating: missing.length > 0 });
    for (let look = 0; look < LOOKS && missing.length > 0; look += 1) {
      if (look > 0) await pause();
      if (!wanted()) return;
      const more = await ask(missing, column, wanted);
      if (!wanted()) return;
      const read = await rpc("missed", { call_id: callId, after: null });
      if (!wanted()) return;
      if (read.ok) change({ lines: shownMarks(read.value.marks) });
      missing = more ? missingIn(column) : [];
    }
    change({ translating: false });
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    read(column) {
      attempt += 1;
      if (column === "original") change({ translating: false });
      else void fill(column);
      return () => {
        attempt += 1;
      };
    },
  };
}

/** A call's marked lines in the language that is read: what nobody had put into it yet is asked for. */

import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { createStore, type Store } from "../../lib/store.ts";
import {
  byTime,
  columnText,
  type TranscriptColumn,
  type TranscriptLine,
  toTranscriptLine,
} from "../../transcripts/transcriptLine.ts";
import type { TranslateLines } from "../../translation/translateLines.ts";

export interface TranslatedMarksState {
  /** In time. */
  readonly lines: readonly TranscriptLine[];
  readonly translating: boolean;
}

export interface TranslatedMarks extends Store<TranslatedMarksState> {
  /** Asks for what is missing in this column, once. The answer ends it: nothing more is asked for. */
  setColumn(column: TranscriptColumn): () => void;
}

export interface TranslatedMarksOptions {
  readonly callId: string;
  readonly initialLines: readonly TranscriptLine[];
  readonly rpc: Rpc;
  readonly translate: TranslateLines;
  readonly clock: Clock;
}

/** Lines that somebody else's request has in hand are asked for again so often, so far apart: milliseconds. */
const MAX_MARK_POLLS = 5;
const MARK_POLL_INTERVAL_MS = 2_000;

/** As they are shown: what was deleted is not. */
export const toMarkedLines = (marks: readonly Line[]): TranscriptLine[] =>
  marks.flatMap((line) => toTranscriptLine(line) ?? []).sort(byTime);

export function createTranslatedMarks({
  callId,
  initialLines,
  rpc,
  translate,
  clock,
}: TranslatedMarksOptions): TranslatedMarks {
  const store = createStore<TranslatedMarksState>({ lines: initialLines, translating: false });
  /** Raised when what is under way is no longer wanted. */
  let attempt = 0;

  const change = (part: Partial<TranslatedMarksState>) => store.set({ ...store.getSnapshot(), ...part });
  const missingIn = (column: Language) =>
    store
      .getSnapshot()
      .lines.filter((line) => columnText(line, column).state === "missing")
      .map(({ id }) => id);
  const waitForNextPoll = () => new Promise<void>((done) => clock.after(MARK_POLL_INTERVAL_MS, done));

  /** Whether there is more to come: somebody else's request is at one of them. */
  async function requestTranslations(
    ids: readonly string[],
    column: Language,
    isCurrent: () => boolean,
  ): Promise<boolean> {
    let hasClaimed = false;
    for (let at = 0; at < ids.length && isCurrent(); at += LIMITS.translateBatch) {
      const response = await translate(ids.slice(at, at + LIMITS.translateBatch), { language: column });
      if (!response.ok) return false;
      hasClaimed ||= response.value.results.some(({ status }) => status === "claimed");
    }
    return hasClaimed;
  }

  async function translateMissing(column: Language): Promise<void> {
    const ownAttempt = attempt;
    const isCurrent = () => ownAttempt === attempt;
    let missing = missingIn(column);
    change({ translating: missing.length > 0 });
    for (let poll = 0; poll < MAX_MARK_POLLS && missing.length > 0; poll += 1) {
      if (poll > 0) await waitForNextPoll();
      if (!isCurrent()) return;
      const hasClaimed = await requestTranslations(missing, column, isCurrent);
      if (!isCurrent()) return;
      const page = await rpc("missed_lines", { p_call_id: callId, p_after_seq: null });
      if (!isCurrent()) return;
      if (page.ok) change({ lines: toMarkedLines(page.value.marks) });
      missing = hasClaimed ? missingIn(column) : [];
    }
    change({ translating: false });
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setColumn(column) {
      attempt += 1;
      if (column === "original") change({ translating: false });
      else void translateMissing(column);
      return () => {
        attempt += 1;
      };
    },
  };
}

/** A call's marked lines in the language of the reader. Missing translations are requested. */
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import type { Clock } from "../../lib/clock.ts";
import { delay } from "../../lib/retry.ts";
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
  /** Ordered by time. */
  readonly lines: readonly TranscriptLine[];
  readonly translating: boolean;
}

export interface TranslatedMarks extends Store<TranslatedMarksState> {
  /** Requests the missing translations once. Returns a function that stops further requests. */
  setColumn(column: TranscriptColumn): () => void;
}

export interface TranslatedMarksOptions {
  readonly callId: string;
  readonly initialLines: readonly TranscriptLine[];
  readonly rpc: Rpc;
  readonly translate: TranslateLines;
  readonly clock: Clock;
}

/** Lines that another request has claimed are polled. */
const MAX_MARK_POLLS = 5;
const MARK_POLL_INTERVAL_MS = 2_000;

/** Omits deleted lines. */
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
  let run = new AbortController();

  const change = (part: Partial<TranslatedMarksState>) => store.set({ ...store.getSnapshot(), ...part });
  const missingIn = (column: Language) =>
    store
      .getSnapshot()
      .lines.filter((line) => columnText(line, column).state === "missing")
      .map(({ id }) => id);

  /** Returns true if another request has claimed some of the lines. */
  async function requestTranslations(ids: readonly string[], column: Language, signal: AbortSignal): Promise<boolean> {
    let hasClaimed = false;
    for (let at = 0; at < ids.length && !signal.aborted; at += LIMITS.linesPerTranslateRequest) {
      const response = await translate(ids.slice(at, at + LIMITS.linesPerTranslateRequest), { language: column });
      if (!response.ok) return false;
      hasClaimed ||= response.value.results.some(({ status }) => status === "claimed");
    }
    return hasClaimed;
  }

  async function translateMissing(column: Language, signal: AbortSignal): Promise<void> {
    let missing = missingIn(column);
    change({ translating: missing.length > 0 });
    for (let poll = 0; poll < MAX_MARK_POLLS && missing.length > 0; poll += 1) {
      if (poll > 0) await delay(clock, MARK_POLL_INTERVAL_MS, signal);
      if (signal.aborted) return;
      const hasClaimed = await requestTranslations(missing, column, signal);
      if (signal.aborted) return;
      const page = await rpc("missed_lines", { p_call_id: callId });
      if (signal.aborted) return;
      if (page.ok) change({ lines: toMarkedLines(page.value.marks) });
      missing = hasClaimed ? missingIn(column) : [];
    }
    change({ translating: false });
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setColumn(column) {
      run.abort();
      run = new AbortController();
      if (column === "original") change({ translating: false });
      else void translateMissing(column, run.signal);
      return () => run.abort();
    },
  };
}

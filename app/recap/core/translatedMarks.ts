/** A call's marked lines in the language of the reader. Missing translations are requested. */
import { canTranslate, type LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Line } from "#contracts/lines.ts";
import { type Clock, createEarliestTimer } from "../../lib/clock.ts";
import { delay } from "../../lib/retry.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { createStore, type Store } from "../../lib/store.ts";
import {
  bySeq,
  columnText,
  type TranscriptColumn,
  type TranscriptLine,
  toTranscriptLine,
} from "../../transcripts/transcriptLine.ts";
import type { TranslateLines } from "../../translation/translateLines.ts";

export interface TranslatedMarksState {
  /** Ordered by `seq`. */
  readonly lines: readonly TranscriptLine[];
  readonly translating: boolean;
}

export interface TranslatedMarks extends Store<TranslatedMarksState> {
  /** Requests the missing translations, until an engine is up. Returns a function that stops further requests. */
  setColumn(column: TranscriptColumn): () => void;
  /** Loads the marks again soon. */
  refresh(): void;
  close(): void;
}

export interface TranslatedMarksOptions {
  readonly callId: string;
  readonly initialLines: readonly TranscriptLine[];
  readonly rpc: Rpc;
  readonly translate: TranslateLines;
  readonly pairs: LanguagePairs;
  readonly clock: Clock;
}

/** Lines that another request has claimed are polled. */
const MAX_MARK_POLLS = 5;
const MARK_POLL_INTERVAL_MS = 2_000;
/** Changes of others wait this long for each part of the last answer, so that nobody uses up the reads of others. */
const REFRESH_INTERVAL_MS = 3_000;
/** The database counts an answer once, and once more for each of these. */
const BYTES_PER_READ = 131_072;
const REFRESH_DELAY_MS = 150;

/** Omits deleted lines. */
export const toMarkedLines = (marks: readonly Line[]): TranscriptLine[] =>
  marks.flatMap((line) => toTranscriptLine(line) ?? []).sort(bySeq);

export function createTranslatedMarks({
  callId,
  initialLines,
  rpc,
  translate,
  pairs,
  clock,
}: TranslatedMarksOptions): TranslatedMarks {
  const store = createStore<TranslatedMarksState>({ lines: initialLines, translating: false });
  let run = new AbortController();
  let column: TranscriptColumn = "original";
  let readAt = Number.NEGATIVE_INFINITY;
  /** As how many reads the last answer counted. */
  let readsCounted = 1;
  let readsStarted = 0;
  /** The number of the read whose lines are shown. An earlier read may answer later. */
  let newestRead = 0;
  const timer = createEarliestTimer(clock, () => void reload());

  const change = (part: Partial<TranslatedMarksState>) => store.set({ ...store.getSnapshot(), ...part });
  const missingIn = (column: Language) =>
    store
      .getSnapshot()
      .lines.filter(
        (line) => columnText(line, column).state === "missing" && canTranslate(pairs, line.language, column),
      )
      .map(({ id }) => id);

  async function readMarks(signal: AbortSignal): Promise<void> {
    readAt = clock.now();
    readsStarted += 1;
    const number = readsStarted;
    const page = await rpc("missed_lines", { p_call_id: callId });
    if (!page.ok || signal.aborted || number < newestRead) return;
    newestRead = number;
    readsCounted = 1 + Math.floor(new TextEncoder().encode(JSON.stringify(page.value)).length / BYTES_PER_READ);
    change({ lines: toMarkedLines(page.value.marks) });
  }

  /** Waits until the page may read a large answer again. */
  async function waitForMarks(signal: AbortSignal): Promise<void> {
    const waitMs = readAt + REFRESH_INTERVAL_MS * (readsCounted - 1) - clock.now();
    if (waitMs > 0) await delay(clock, waitMs, signal);
  }

  async function reload(): Promise<void> {
    const { signal } = run;
    await readMarks(signal);
    // The running translation continues with the new lines.
    if (signal.aborted || column === "original" || store.getSnapshot().translating) return;
    await translateMissing(column, signal);
  }

  /** `claimed`: another request translates some of the lines. `retryAfterMs`: see `translateResponse`. */
  async function requestTranslations(ids: readonly string[], column: Language, signal: AbortSignal) {
    const state: { claimed: boolean; retryAfterMs: number | null } = { claimed: false, retryAfterMs: null };
    for (let at = 0; at < ids.length && !signal.aborted; at += LIMITS.linesPerTranslateRequest) {
      const response = await translate(ids.slice(at, at + LIMITS.linesPerTranslateRequest), { language: column });
      if (!response.ok) break;
      state.claimed ||= response.value.results.some(({ status }) => status === "claimed");
      state.retryAfterMs = response.value.retry_after_ms ?? null;
    }
    return state;
  }

  async function translateMissing(column: Language, signal: AbortSignal): Promise<void> {
    for (let polls = 0; ; ) {
      const missing = missingIn(column);
      change({ translating: missing.length > 0 });
      if (missing.length === 0) return;
      const { claimed, retryAfterMs } = await requestTranslations(missing, column, signal);
      if (!signal.aborted) await waitForMarks(signal);
      if (signal.aborted) return;
      await readMarks(signal);
      if (signal.aborted) return;
      polls = claimed ? polls + 1 : 0;
      const isPolling = claimed && polls < MAX_MARK_POLLS;
      if (!isPolling) change({ translating: false });
      if (!isPolling && retryAfterMs === null) return;
      await delay(
        clock,
        isPolling ? MARK_POLL_INTERVAL_MS : Math.max(MARK_POLL_INTERVAL_MS, retryAfterMs ?? 0),
        signal,
      );
      if (signal.aborted) return;
    }
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setColumn(next) {
      column = next;
      run.abort();
      run = new AbortController();
      const { signal } = run;
      if (column === "original") change({ translating: false });
      else void translateMissing(column, signal);
      return () => run.abort();
    },
    refresh: () => timer.after(Math.max(REFRESH_DELAY_MS, readAt + REFRESH_INTERVAL_MS * readsCounted - clock.now())),
    close() {
      timer.cancel();
      run.abort();
    },
  };
}

/**
 * Requests the missing translations of a transcript's columns. Visible lines are translated at once, the rest on demand and
 * one request at a time, to save the daily quota for lines that are read.
 */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../../lib/store.ts";
import type { BrowserTranslator } from "../../translation/browserTranslator.ts";
import type { TranslateLines } from "../../translation/translateLines.ts";
import type { TranslationReach } from "../../translation/translationReach.ts";
import type { TranscriptLine } from "../transcriptLine.ts";
import {
  type ColumnTranslations,
  createColumnTranslations,
  isTranslationMissing,
  type PermanentFailure,
  toTranslatableLine,
} from "./columnTranslations.ts";
import type { Transcript } from "./transcript.ts";

/** Shown in place of a missing translation. */
export type MissingTranslationState =
  /** Not requested, or the request failed. */
  | { readonly kind: "nothing" }
  | { readonly kind: "pending" }
  /** Translated by this browser. The text is not stored. */
  | { readonly kind: "on-device"; readonly text: string }
  | { readonly kind: "failed"; readonly reason: PermanentFailure };

export interface TranslationBackfillState {
  /** Lines whose translation is missing and possible. */
  readonly missing: number;
  /** Missing lines outside the viewport. */
  readonly offscreen: number;
  /** Progress of `translateRemaining`, in translations. */
  readonly running: { readonly finished: number; readonly all: number } | null;
  /** `translateRemaining` has finished. */
  readonly done: boolean;
  /** Error of the last request. */
  readonly error: ErrorCode | null;
}

export interface TranslationBackfill extends Store<TranslationBackfillState> {
  /** Returns the state of a line that lacks `language`. The object stays the same while nothing changes. */
  missingTranslation(line: TranscriptLine, language: Language): MissingTranslationState;
  /** Sets the languages of the columns. */
  setLanguages(languages: readonly Language[]): void;
  /** Sets the ids of the visible lines. */
  setVisible(ids: ReadonlySet<string>): void;
  /** Requests all missing translations until an error. */
  translateRemaining(): Promise<void>;
  stop(): void;
  /** Returns a function that stops all requests. */
  start(): () => void;
}

export interface TranslationBackfillOptions {
  readonly transcript: Pick<Transcript, "getSnapshot" | "subscribe" | "addTranslations">;
  readonly translate: TranslateLines;
  readonly device: BrowserTranslator;
  readonly reach: TranslationReach;
  readonly clock: Clock;
}

const NOT_REQUESTED: MissingTranslationState = { kind: "nothing" };
const PENDING_TRANSLATION: MissingTranslationState = { kind: "pending" };

export function createTranslationBackfill({
  transcript,
  translate,
  device,
  reach,
  clock,
}: TranslationBackfillOptions): TranslationBackfill {
  const store = createStore<TranslationBackfillState>({
    missing: 0,
    offscreen: 0,
    running: null,
    done: false,
    error: null,
  });
  const columns = new Map<Language, ColumnTranslations>();
  const previousStates = new Map<string, MissingTranslationState>();
  let languages: readonly Language[] = [];
  let visibleIds: ReadonlySet<string> = new Set();
  /** Lines that were visible at least once keep their state. */
  const everVisibleIds = new Set<string>();
  /** Keys that `translateRemaining` requests at present. */
  let inFlight: ReadonlySet<string> = new Set();
  /** Aborts `translateRemaining`. */
  let remainingRun = new AbortController();
  let active = false;

  const change = (part: Partial<TranslationBackfillState>) => store.set({ ...store.getSnapshot(), ...part });
  const lines = () => transcript.getSnapshot().lines;
  const keyOf = (id: string, language: Language) => `${id} ${language}`;

  function columnOf(language: Language): ColumnTranslations {
    const column =
      columns.get(language) ??
      createColumnTranslations({
        ...{ language, transcript, translate, device, reach, clock, changed: syncColumns },
        onError: (error) => change({ error }),
      });
    columns.set(language, column);
    return column;
  }

  /** Sets the lines that each column translates: visible and missing. A hidden column translates none. */
  function syncColumns() {
    if (!active) return;
    const missing = new Set<string>();
    for (const [language, { translator, permanentFailure }] of columns) {
      const untranslated = languages.includes(language)
        ? lines().filter((line) => isTranslationMissing(line, language))
        : [];
      translator.follow(untranslated.filter(({ id }) => visibleIds.has(id)).map(toTranslatableLine));
      for (const line of untranslated) if (permanentFailure(line) === null) missing.add(line.id);
    }
    const offscreen = [...missing].filter((id) => !visibleIds.has(id)).length;
    change({ missing: missing.size, offscreen, ...(missing.size === 0 && { error: null }) });
  }

  function computeState(line: TranscriptLine, language: Language): MissingTranslationState {
    const column = columns.get(language);
    if (column === undefined) return NOT_REQUESTED;
    const shown = everVisibleIds.has(line.id) ? column.translator.displayOf(toTranslatableLine(line)) : null;
    if (shown?.kind === "translated") return { kind: "on-device", text: shown.text };
    const reason = column.permanentFailure(line);
    if (reason !== null) return { kind: "failed", reason };
    const isPending =
      inFlight.has(keyOf(line.id, language)) || (shown?.kind === "on-its-way" && visibleIds.has(line.id));
    return isPending ? PENDING_TRANSLATION : NOT_REQUESTED;
  }

  function stopRemaining() {
    remainingRun.abort();
    inFlight = new Set();
    change({ running: null });
  }

  /** Returns the lines whose translation is still missing and possible. */
  const stillMissing = (ids: ReadonlySet<string>, language: Language, column: ColumnTranslations) =>
    lines().flatMap((line) =>
      ids.has(line.id) && isTranslationMissing(line, language) && column.permanentFailure(line) === null
        ? [line.id]
        : [],
    );

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    missingTranslation(line, language) {
      const key = keyOf(line.id, language);
      const current = computeState(line, language);
      if (current === NOT_REQUESTED || current === PENDING_TRANSLATION) return current;
      const reused = reuseIfShallowEqual(previousStates.get(key), current);
      previousStates.set(key, reused);
      return reused;
    },
    setLanguages(next) {
      languages = next;
      for (const language of next) columnOf(language);
      stopRemaining();
      change({ done: false, error: null });
      syncColumns();
    },
    setVisible(ids) {
      visibleIds = ids;
      for (const id of ids) everVisibleIds.add(id);
      syncColumns();
    },
    async translateRemaining() {
      stopRemaining();
      remainingRun = new AbortController();
      const { signal } = remainingRun;
      for (const column of columns.values()) column.resetQuota();
      const allIds = new Set(lines().map(({ id }) => id));
      const parts = languages.map((language) => {
        const column = columnOf(language);
        return { language, column, ids: stillMissing(allIds, language, column) };
      });
      const all = parts.reduce((sum, { ids }) => sum + ids.length, 0);
      let finished = 0;
      change({ running: { finished, all }, done: false, error: null });
      for (const { language, column, ids } of parts)
        for (let at = 0; at < ids.length; at += LIMITS.linesPerTranslateRequest) {
          const batch = ids.slice(at, at + LIMITS.linesPerTranslateRequest);
          const remaining = stillMissing(new Set(batch), language, column);
          if (remaining.length > 0) {
            inFlight = new Set(remaining.map((id) => keyOf(id, language)));
            change({});
            const response = await column.request(remaining);
            if (signal.aborted) return;
            // The other batches would fail in the same way.
            if (!response.ok || store.getSnapshot().error !== null) return stopRemaining();
          }
          finished += batch.length;
          change({ running: { finished, all } });
        }
      stopRemaining();
      change({ done: true });
    },
    stop: stopRemaining,
    start() {
      active = true;
      for (const language of languages) columnOf(language);
      const unsubscribe = transcript.subscribe(syncColumns);
      syncColumns();
      return () => {
        active = false;
        unsubscribe();
        stopRemaining();
        for (const column of columns.values()) column.close();
        columns.clear();
      };
    },
  };
}

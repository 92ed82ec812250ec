/**
 * Brings a transcript into the languages of its columns. What is in sight comes by itself, the rest by a press, one request
 * after the other: a day's translations are not spent on lines that nobody reads.
 */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../../lib/store.ts";
import type { BrowserTranslator } from "../../translation/browserTranslator.ts";
import type { TranslateLines } from "../../translation/translateLines.ts";
import type { TranscriptLine } from "../transcriptLine.ts";
import {
  type ColumnTranslations,
  createColumnTranslations,
  isTranslationMissing,
  type PermanentFailure,
  toTranslatableLine,
} from "./columnTranslations.ts";
import type { Transcript } from "./transcript.ts";

/** What is shown in place of a translation that there is not. */
export type MissingTranslationState =
  /** Nobody asked for it, or it did not come. */
  | { readonly kind: "nothing" }
  | { readonly kind: "on-its-way" }
  /** By this browser, for this reader alone. */
  | { readonly kind: "on-device"; readonly text: string }
  | { readonly kind: "never"; readonly reason: PermanentFailure };

export interface TranslationBackfillState {
  /** Lines that lack a translation, and may have one. */
  readonly missing: number;
  /** Those of them that are not in sight: they come when they are, or with `rest`. */
  readonly offscreen: number;
  /** How far `rest` is, in translations. */
  readonly running: { readonly finished: number; readonly all: number } | null;
  /** `rest` came to the end. */
  readonly done: boolean;
  /** Why nothing comes just now. */
  readonly error: ErrorCode | null;
}

export interface TranslationBackfill extends Store<TranslationBackfillState> {
  /** Of a line that lacks this language. The same object for as long as it says the same. */
  missingTranslation(line: TranscriptLine, language: Language): MissingTranslationState;
  /** The languages of the columns. */
  setLanguages(languages: readonly Language[]): void;
  /** These lines, by id, are in sight. */
  setVisible(ids: ReadonlySet<string>): void;
  /** Asks for all that is missing; when it is refused, no further. */
  translateRemaining(): Promise<void>;
  stop(): void;
  /** The answer ends it: nothing more is asked for. */
  start(): () => void;
}

export interface TranslationBackfillOptions {
  readonly transcript: Pick<Transcript, "getSnapshot" | "subscribe" | "addTranslations">;
  readonly translate: TranslateLines;
  readonly device: BrowserTranslator;
  readonly clock: Clock;
}

const NOT_REQUESTED: MissingTranslationState = { kind: "nothing" };
const PENDING_TRANSLATION: MissingTranslationState = { kind: "on-its-way" };

export function createTranslationBackfill({
  transcript,
  translate,
  device,
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
  /** Were in sight once: what became of them stays. */
  const everVisibleIds = new Set<string>();
  /** By line and language, what `rest` asks for just now. */
  let inFlight: ReadonlySet<string> = new Set();
  /** Raised when what `rest` is at is no longer wanted. */
  let attempt = 0;
  let active = false;

  const change = (part: Partial<TranslationBackfillState>) => store.set({ ...store.getSnapshot(), ...part });
  const lines = () => transcript.getSnapshot().lines;
  const keyOf = (id: string, language: Language) => `${id} ${language}`;

  function columnOf(language: Language): ColumnTranslations {
    const column =
      columns.get(language) ??
      createColumnTranslations({
        ...{ language, transcript, translate, device, clock, changed: syncColumns },
        onError: (error) => change({ error }),
      });
    columns.set(language, column);
    return column;
  }

  /** In each column what is in sight and lacks its language; of a column that is no longer read nothing. */
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
    if (reason !== null) return { kind: "never", reason };
    const isPending =
      inFlight.has(keyOf(line.id, language)) || (shown?.kind === "on-its-way" && visibleIds.has(line.id));
    return isPending ? PENDING_TRANSLATION : NOT_REQUESTED;
  }

  function stopRemaining() {
    attempt += 1;
    inFlight = new Set();
    change({ running: null });
  }

  /** Of these, in this language, what is missing still and may come. */
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
      const ownAttempt = attempt;
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
        for (let at = 0; at < ids.length; at += LIMITS.translateBatch) {
          const batch = ids.slice(at, at + LIMITS.translateBatch);
          const remaining = stillMissing(new Set(batch), language, column);
          if (remaining.length > 0) {
            inFlight = new Set(remaining.map((id) => keyOf(id, language)));
            change({});
            const response = await column.request(remaining);
            if (ownAttempt !== attempt) return;
            // What is refused now would be refused for all that follow.
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

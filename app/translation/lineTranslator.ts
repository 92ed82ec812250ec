/** Translates lines into the reader's language, by `resolveTranslation`, with as few requests as possible. */

import { fail, ok, type Result } from "#contracts/errors.ts";
import { canTranslate, engineGap } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Translation } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import type { Clock } from "../lib/clock.ts";
import { reuseIfShallowEqual } from "../lib/store.ts";
import type { BrowserTranslator } from "./browserTranslator.ts";
import { createTranslationQueue } from "./core/translationQueue.ts";
import type { LineDisplay, ResolveTranslationInput, TranslationFailureReason } from "./resolveTranslation.ts";
import { needsServerTranslation, resolveTranslation, storedFailure, toFailureReason } from "./resolveTranslation.ts";
import type { ShortLines } from "./shortLines.ts";
import type { TranslationReach } from "./translationReach.ts";

export type TranslationFailures = ReadonlyMap<string, ReadonlyMap<Language, TranslationFailureReason>>;

export type TranslatableLine = Pick<
  Line,
  "id" | "author" | "language" | "text" | "revision" | "deleted" | "fleeting" | "translations"
>;

/** A function is assumed to be running for this time after a request. */
export const FUNCTION_WARM_MS = 60_000;

export interface LineTranslator {
  /** Returns the same object while the display is unchanged. */
  displayOf(line: TranslatableLine): LineDisplay;
  /** Returns whether an engine, or this browser, may translate from this language for the reader. */
  mayTranslate(from: Language): boolean;
  /** Sets the current lines and requests missing translations. */
  follow(lines: readonly TranslatableLine[]): void;
  /** Receives translations of a line. */
  onTranslation(lineId: string, translations: readonly Translation[]): void;
  /** Starts the function before the local participant's first line, if the line will be translated. */
  warmUp(): void;
  /** Requests translations of own lines while they are being posted: readers wait one round trip less. */
  prefetchForSent(lines: readonly Pick<Line, "id" | "language">[]): void;
  /** Receives an own line, or a new revision of it, that the server has stored. */
  onPosted(line: Line): void;
  /** Requests a line at once, whatever was tried before. Errors: those of translation. */
  retry(line: Line): Promise<Result<null>>;
  /** Returns the last failures by line and language, the same object while unchanged. */
  failures(): TranslationFailures;
  /** Drops all state of an evicted line. */
  forget(lineId: string): void;
  /** Restarts all requests: the network is back. */
  restart(): void;
  close(): void;
}

export interface LineTranslatorOptions {
  /** User id of the reader. Null: own lines are translated too. */
  me: string | null;
  reads: () => Language;
  /** Reading languages of the remote participants. */
  othersRead: () => readonly Language[];
  translate: (lineIds: readonly string[], options?: { coming: boolean }) => Promise<Result<TranslateResponse>>;
  browserTranslator: BrowserTranslator;
  reach: TranslationReach;
  shortLines: Pick<ShortLines, "isReadable" | "subscribe">;
  clock: Clock;
  onChange: () => void;
  onMissed: () => void;
  /** As for `createTranslationQueue`. */
  firstRequestDelayMs?: number;
}

export function createLineTranslator({
  me,
  reads,
  othersRead,
  translate,
  browserTranslator,
  reach,
  shortLines,
  clock,
  onChange,
  onMissed,
  firstRequestDelayMs,
}: LineTranslatorOptions): LineTranslator {
  let failures: TranslationFailures = new Map();
  /** By line, revision and language; undefined while the browser is translating. */
  const browserResults = new Map<string, Result<string> | undefined>();
  const displays = new Map<string, LineDisplay>();
  /** Line and revision of requested texts: each is received twice, by response and by broadcast. */
  const requested = new Set<string>();
  /** Requested while being posted, by id. The value is the line if it arrived before the response. */
  const sent = new Map<string, Line | null>();
  let language = reads();
  let lastRequestAt = Number.NEGATIVE_INFINITY;

  /** Null removes the failure. */
  function setFailure(lineId: string, into: Language, reason: TranslationFailureReason | null) {
    const known = failures.get(lineId);
    if ((known?.get(into) ?? null) === reason) return;
    const next = new Map(known);
    if (reason === null) next.delete(into);
    else next.set(into, reason);
    failures = new Map(failures).set(lineId, next);
  }

  const fetchTranslations: typeof translate = async (lineIds, options) => {
    lastRequestAt = clock.now();
    const result = await translate(lineIds, options);
    if (result.ok) {
      for (const { line_id, language: into, status, reason } of result.value.results)
        setFailure(line_id, into, status === "failed" || status === "unavailable" ? toFailureReason(reason) : null);
      onChange();
    }
    return result;
  };

  const queue = createTranslationQueue({
    clock,
    reads,
    fetchTranslations,
    onFailed(lineId, code) {
      setFailure(lineId, reads(), toFailureReason(code));
      onChange();
    },
    onMissed,
    ...(firstRequestDelayMs !== undefined && { firstRequestDelayMs }),
  });

  const othersNeed = ({ language: from }: Pick<Line, "language">) =>
    othersRead().some((other) => other !== from && canTranslate(reach.engines, from, other));

  const hasEngine = (from: Language) => canTranslate(reach.engines, from, reads());
  const isBrowserReady = (from: Language) => reach.isBrowserReady(from, reads()) === true;

  function onPosted(line: Line) {
    const text = `${line.id} ${line.revision}`;
    if (sent.has(line.id)) sent.set(line.id, line);
    else if (!requested.has(text) && !line.deleted && !line.fleeting) {
      requested.add(text);
      if (othersNeed(line)) queue.requestForOthers(line.id);
    }
  }

  /** A pair without an engine, the line's own failure, or that of an earlier line while no engine is up. */
  function requestFailureOf(line: TranslatableLine): TranslationFailureReason | null {
    const gap = engineGap(reach.engines, line.language, reads());
    if (gap !== null) return gap;
    return failures.get(line.id)?.get(reads()) ?? (queue.awaitsEngine(line.language) ? "translate/unavailable" : null);
  }

  const browserResultKey = (line: TranslatableLine) => `${line.id} ${line.revision} ${reads()}`;

  const subscriptions = [shortLines.subscribe(onChange), reach.subscribe(onChange)];

  function inputOf(line: TranslatableLine): ResolveTranslationInput {
    const mine = line.author === me;
    const foreign = !mine && line.language !== reads();
    const serverFailure = foreign ? requestFailureOf(line) : null;
    const failure = foreign ? (storedFailure(line, reads()) ?? serverFailure) : null;
    const isOff = failure === "translate/off";
    const browserReady = failure !== null && !isOff && isBrowserReady(line.language);
    // Without any translator there is nothing to offer below a short line.
    const translatable = foreign && !isOff && (browserReady || hasEngine(line.language));
    return {
      ...{ line, mine, reads: reads(), serverFailure, browserReady },
      readable: translatable && shortLines.isReadable(line, reads()),
      browserResult: browserResults.get(browserResultKey(line)),
    };
  }

  /** Tries the browser's translator after the server has failed. */
  function tryBrowser(line: TranslatableLine) {
    const key = browserResultKey(line);
    const failed = storedFailure(line, reads()) ?? requestFailureOf(line);
    const { kind } = resolveTranslation(inputOf(line));
    if (
      failed === null ||
      failed === "translate/off" ||
      browserResults.has(key) ||
      (kind !== "on-its-way" && kind !== "unavailable")
    )
      return;
    browserResults.set(key, undefined);
    void browserTranslator.translate(line.text, line.language, reads()).then((result) => {
      browserResults.set(key, result);
      onChange();
    });
  }

  return {
    displayOf(line) {
      const display = reuseIfShallowEqual(displays.get(line.id), resolveTranslation(inputOf(line)));
      displays.set(line.id, display);
      return display;
    },
    mayTranslate: (from) => hasEngine(from) || isBrowserReady(from),
    follow(lines) {
      if (language !== reads()) {
        language = reads();
        for (const id of failures.keys()) setFailure(id, language, null);
        queue.setWanted([]);
      }
      const existing = lines.filter(({ deleted }) => !deleted);
      queue.setWanted(existing.filter((line) => hasEngine(line.language) && needsServerTranslation(inputOf(line))));
      for (const line of existing) tryBrowser(line);
    },
    onTranslation(lineId, translations) {
      const translation = translations.find(({ language: into }) => into === reads());
      if (translation?.status === "ready") queue.onEngineRecovered();
      if (translation?.status === "failed") queue.onOthersFailed(lineId);
    },
    warmUp() {
      if (clock.now() - lastRequestAt < FUNCTION_WARM_MS || othersRead().every((other) => other === reads())) return;
      void fetchTranslations([]);
    },
    async prefetchForSent(lines) {
      const ids = lines.filter((line) => othersNeed(line) && !sent.has(line.id)).map(({ id }) => id);
      if (ids.length === 0) return;
      for (const id of ids) sent.set(id, null);
      const response = await fetchTranslations(ids, { coming: true });
      for (const id of ids) {
        const line = sent.get(id);
        sent.delete(id);
        // Without a result the line was not stored in time; it is requested once it is.
        if (!response.ok || response.value.results.some(({ line_id }) => line_id === id)) requested.add(`${id} 1`);
        if (line) onPosted(line);
      }
    },
    onPosted,
    async retry(line) {
      const into = reads();
      const response = await fetchTranslations([line.id]);
      if (!response.ok) return response;
      const result = response.value.results.find(
        ({ line_id, language: target }) => line_id === line.id && target === into,
      );
      // A failed retry keeps the existing translation and returns the reason with it.
      const isRetranslated = result?.status === "ready" && result.reason === null;
      if (isRetranslated) onMissed();
      return isRetranslated || result?.status === "claimed" ? ok(null) : fail(toFailureReason(result?.reason ?? null));
    },
    failures: () => failures,
    forget(lineId) {
      displays.delete(lineId);
      if (failures.has(lineId)) failures = new Map([...failures].filter(([id]) => id !== lineId));
      for (const keys of [requested, browserResults])
        for (const key of keys.keys()) if (key.startsWith(lineId)) keys.delete(key);
    },
    restart: () => queue.restart(),
    close() {
      for (const unsubscribe of subscriptions) unsubscribe();
      queue.close();
    },
  };
}

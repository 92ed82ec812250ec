/** Brings each line to this reader's language by the ladder, asking server and device only for what is needed. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Translation } from "#contracts/lines.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import type { Clock } from "../lib/clock.ts";
import { reuseIfShallowEqual } from "../lib/store.ts";
import type { BrowserTranslator } from "./browserTranslator.ts";
import { createTranslationQueue } from "./core/translationQueue.ts";
import type { LineDisplay, ResolveTranslationInput, TranslationFailureReason } from "./resolveTranslation.ts";
import { needsServerTranslation, resolveTranslation, storedFailure, toFailureReason } from "./resolveTranslation.ts";

export type TranslationFailures = ReadonlyMap<string, ReadonlyMap<Language, TranslationFailureReason>>;

/** What is read of a line. */
export type TranslatableLine = Pick<
  Line,
  "id" | "author" | "language" | "text" | "revision" | "deleted" | "fleeting" | "translations"
>;

/** Milliseconds for which a function that was asked something is taken to be running. */
export const FUNCTION_WARM_MS = 60_000;

export interface LineTranslator {
  /** The same object for as long as it says the same. */
  displayOf(line: TranslatableLine): LineDisplay;
  /** The lines that there are now. */
  follow(lines: readonly TranslatableLine[]): void;
  /** What became of a line just now. */
  onTranslation(lineId: string, translations: readonly Translation[]): void;
  /** This person may write soon. Where it will be translated, what does so is started: the first line need not wait for it. */
  warmUp(): void;
  /**
   * These lines of this person are on their way to the server, together. What others read them in is asked for at once,
   * not when they are there: one journey less for who reads.
   */
  prefetchForSent(lines: readonly Pick<Line, "id" | "language">[]): void;
  /** A line of this person's reached the server, or other words for it did. */
  onPosted(line: Line): void;
  /** Asks for this line at once, whatever was tried before. Errors: those of translating, why there is no text now. */
  retry(line: Line): Promise<Result<null>>;
  /** By line: the languages for which the server just had no translation, and why. The same object while unchanged. */
  failures(): TranslationFailures;
  /** The line is let go: nothing of it is kept here. */
  forget(lineId: string): void;
  /** The network is back. */
  restart(): void;
  close(): void;
}

export interface LineTranslatorOptions {
  /** User id of the reader; null where they read their own words in another language too. */
  me: string | null;
  reads: () => Language;
  /** Languages that the others in the call read. */
  othersRead: () => readonly Language[];
  translate: (lineIds: readonly string[], wish?: { coming: boolean }) => Promise<Result<TranslateResponse>>;
  browserTranslator: BrowserTranslator;
  clock: Clock;
  onChange: () => void;
  onMissed: () => void;
  /** As for `createAsks`. */
  firstRequestDelayMs?: number;
}

export function createLineTranslator({
  me,
  reads,
  othersRead,
  translate,
  browserTranslator,
  clock,
  onChange,
  onMissed,
  firstRequestDelayMs,
}: LineTranslatorOptions): LineTranslator {
  let failures: TranslationFailures = new Map();
  /** By line, revision and language; undefined while the browser is at it. */
  const browserResults = new Map<string, Result<string> | undefined>();
  const displays = new Map<string, LineDisplay>();
  /** Words are heard of twice, by the answer and by the broadcast: asked for once. */
  const requested = new Set<string>();
  /** Asked for while they were being sent, by id; with the line, once the server told of it before the answer came. */
  const sent = new Map<string, Line | null>();
  let language = reads();
  let lastRequestAt = Number.NEGATIVE_INFINITY;

  /** `null`: it is not missing any more. */
  function setFailure(lineId: string, into: Language, reason: TranslationFailureReason | null) {
    const known = failures.get(lineId);
    if ((known?.get(into) ?? null) === reason) return;
    const next = new Map(known);
    if (reason === null) next.delete(into);
    else next.set(into, reason);
    failures = new Map(failures).set(lineId, next);
  }

  const fetchTranslations: typeof translate = async (lineIds, wish) => {
    lastRequestAt = clock.now();
    const result = await translate(lineIds, wish);
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

  const othersNeed = (line: Pick<Line, "language">) => othersRead().some((other) => other !== line.language);

  function onPosted(line: Line) {
    const words = `${line.id} ${line.revision}`;
    if (sent.has(line.id)) sent.set(line.id, line);
    else if (!requested.has(words) && !line.deleted && !line.fleeting) {
      requested.add(words);
      if (othersNeed(line)) queue.requestForOthers(line.id);
    }
  }

  const requestFailureOf = (line: TranslatableLine) => failures.get(line.id)?.get(reads()) ?? null;

  const browserResultKey = (line: TranslatableLine) => `${line.id} ${line.revision} ${reads()}`;

  const inputOf = (line: TranslatableLine): ResolveTranslationInput => ({
    line,
    mine: line.author === me,
    reads: reads(),
    serverFailure: requestFailureOf(line),
    browserResult: browserResults.get(browserResultKey(line)),
  });

  /** The next rung, once the server failed. */
  function tryBrowser(line: TranslatableLine) {
    const key = browserResultKey(line);
    const failed = storedFailure(line, reads()) ?? requestFailureOf(line);
    if (failed === null || browserResults.has(key) || resolveTranslation(inputOf(line)).kind !== "on-its-way") return;
    browserResults.set(key, undefined);
    void browserTranslator.translate(line.text, line.language, reads()).then((result) => {
      browserResults.set(key, result);
      onChange();
    });
  }

  return {
    displayOf(line) {
      const shown = reuseIfShallowEqual(displays.get(line.id), resolveTranslation(inputOf(line)));
      displays.set(line.id, shown);
      return shown;
    },
    follow(lines) {
      if (language !== reads()) {
        language = reads();
        for (const id of failures.keys()) setFailure(id, language, null);
        queue.setWanted(new Set());
      }
      const written = lines.filter(({ deleted }) => !deleted);
      queue.setWanted(new Set(written.filter((line) => needsServerTranslation(inputOf(line))).map(({ id }) => id)));
      for (const line of written) tryBrowser(line);
    },
    onTranslation(lineId, translations) {
      const mine = translations.find(({ language: into }) => into === reads());
      if (mine?.status === "ready") queue.onEngineRecovered();
      if (mine?.status === "failed") queue.onOthersFailed(lineId);
    },
    warmUp() {
      if (clock.now() - lastRequestAt < FUNCTION_WARM_MS || othersRead().every((other) => other === reads())) return;
      void fetchTranslations([]);
    },
    async prefetchForSent(lines) {
      const ids = lines.filter((line) => othersNeed(line) && !sent.has(line.id)).map(({ id }) => id);
      if (ids.length === 0) return;
      for (const id of ids) sent.set(id, null);
      const answer = await fetchTranslations(ids, { coming: true });
      for (const id of ids) {
        const line = sent.get(id);
        sent.delete(id);
        // Else they did not come in time: they are asked for when they are there.
        if (!answer.ok || answer.value.results.some(({ line_id }) => line_id === id)) requested.add(`${id} 1`);
        if (line) onPosted(line);
      }
    },
    onPosted,
    async retry(line) {
      const into = reads();
      const answer = await fetchTranslations([line.id]);
      if (!answer.ok) return answer;
      const result = answer.value.results.find((one) => one.line_id === line.id && one.language === into);
      // What stands there goes on standing when it could not be made again, and the reason is said.
      const made = result?.status === "ready" && result.reason === null;
      if (made) onMissed();
      return made || result?.status === "claimed" ? ok(null) : fail(toFailureReason(result?.reason ?? null));
    },
    failures: () => failures,
    forget(lineId) {
      displays.delete(lineId);
      if (failures.has(lineId)) failures = new Map([...failures].filter(([id]) => id !== lineId));
      for (const keys of [requested, browserResults])
        for (const key of keys.keys()) if (key.startsWith(lineId)) keys.delete(key);
    },
    restart: () => queue.restart(),
    close: () => queue.close(),
  };
}

/** The engines in order of preference: each text goes from engine to engine until one translates it. */
import { createCircuitBreaker, createResponseWatch } from "../circuitBreaker.ts";
import { groupLanguagePairs, type LanguagePairs } from "../contracts/languagePairs.ts";
import type { Language } from "../contracts/languages.ts";
import { LIMITS } from "../contracts/limits.ts";
import {
  collectResults,
  type EngineError,
  type EngineFailure,
  type EngineResult,
  hasResponded,
  notAttempted,
  type PairTest,
  type TimeBudget,
  unreachable,
  unsupportedPair,
} from "./engine.ts";
import type { ProtectedResult, ProtectingEngine, Vocabulary } from "./protectedSpans.ts";

export interface EngineTranslation {
  readonly text: string;
  /** The engine's name. */
  readonly engine: string;
}

export interface EngineChain {
  /** Returns false if there is no engine or all engines are paused. */
  isAvailable(): boolean;
  /**
   * Returns the pairs that any engine translates, or null while an engine's list cannot be read. Both are cached, so that
   * readers of the public status cause few requests.
   */
  pairs(): Promise<LanguagePairs>;
  /** Returns the milliseconds until a paused engine may be requested again; null if none is paused. */
  retryAfterMs(): number | null;
  /**
   * Returns a result for each text, in order, within a lease that begins now. Every engine applies the vocabulary.
   * Never rejects.
   *
   * Errors: `translate/unsupported-pair` if no engine supports the pair; `translate/quota` if the supporting engines have
   * no quota left; else `translate/unavailable`. That one is `engineFailed` if no engine could be reached, and not
   * `attempted` if none was requested.
   */
  translate(
    texts: readonly string[],
    source: Language,
    target: Language,
    vocabulary: Vocabulary,
  ): Promise<readonly EngineResult<EngineTranslation>[]>;
}

/** An engine's list of pairs is small. A page waits for it, so it has less time than a text. */
const PAIRS_TIMEOUT_MS = 700;
/** A list that could not be read is requested again after this time. */
export const FAILED_PAIRS_RETRY_MS = 10_000;

export interface EngineChainOptions {
  readonly engines: readonly ProtectingEngine[];
  /** Returns milliseconds of any origin. */
  now(): number;
  /** Returns a signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** Receives every failure of an engine. */
  log(entry: { engine: string; cause: string }): void;
}

const ALL_PAIRS: EngineResult<PairTest> = { ok: true, value: () => true };

export function createEngineChain({ engines, now, timeout, log }: EngineChainOptions): EngineChain {
  const breaker = createCircuitBreaker<ProtectingEngine, EngineError>(now);
  const responses = createResponseWatch<ProtectingEngine>();

  let pairs: { readonly read: Promise<LanguagePairs>; failedAt: number | null } | null = null;

  async function readPairs(): Promise<LanguagePairs> {
    const within = { startRequest: () => timeout(PAIRS_TIMEOUT_MS) };
    const results = await Promise.all(engines.map((engine) => engine.readPairs?.(within) ?? ALL_PAIRS));
    const tests = collectResults(results);
    if (!tests.ok) return null;
    return groupLanguagePairs((source, target) => tests.value.some((test) => test(source, target)));
  }

  function cachedPairs(): Promise<LanguagePairs> {
    const expired = pairs !== null && pairs.failedAt !== null && now() - pairs.failedAt >= FAILED_PAIRS_RETRY_MS;
    if (pairs !== null && !expired) return pairs.read;
    const entry: NonNullable<typeof pairs> = { read: readPairs(), failedAt: null };
    pairs = entry;
    void entry.read.then((read) => {
      if (read === null) entry.failedAt = now();
    });
    return entry.read;
  }

  /** Gives each request its own timeout. None begins so late that it would outlive the lease. */
  function startBudget(): TimeBudget {
    const deadline = now() + LIMITS.engineStartDeadlineMs;
    return { startRequest: () => (now() <= deadline ? timeout(LIMITS.engineTimeoutMs) : null) };
  }

  /** Updates the breaker. An engine that responded to other calls since then is not dead, only slow with these texts. */
  function recordResults(
    engine: ProtectingEngine,
    all: readonly ProtectedResult[],
    hasRespondedMeanwhile: () => boolean,
  ) {
    const results = all.filter(({ free }) => !free);
    if (results.some(hasResponded)) {
      responses.record(engine);
      breaker.recordSuccess(engine);
    }
    const failures = results.filter((result) => !result.ok);
    const exhausted = failures.find(({ error }) => error.code === "translate/quota");
    const failed = failures.find(({ error }) => error.engineFailed);
    if (exhausted !== undefined) breaker.recordQuotaExceeded(engine, exhausted);
    else if (failed !== undefined && !hasRespondedMeanwhile()) breaker.recordFailure(engine, failed);
    const logged = failures.filter(({ error }) => error.code !== "translate/unsupported-pair");
    for (const cause of new Set(logged.map(({ error }) => error.cause ?? ""))) log({ engine: engine.name, cause });
  }

  async function translateWith(
    engine: ProtectingEngine,
    ...[texts, source, target, within, vocabulary]: Parameters<ProtectingEngine["translate"]>
  ): Promise<readonly EngineResult<string>[]> {
    const openReason = breaker.openReason(engine);
    if (openReason !== undefined) return texts.map(() => notAttempted(openReason));
    const hasRespondedMeanwhile = responses.watch(engine);
    const results = await engine.translate(texts, source, target, within, vocabulary);
    recordResults(engine, results, hasRespondedMeanwhile);
    return results;
  }

  return {
    pairs: cachedPairs,
    isAvailable: () => engines.some((engine) => breaker.openReason(engine) === undefined),
    retryAfterMs() {
      const pauses = engines.map((engine) => breaker.remainingMs(engine)).filter((remaining) => remaining > 0);
      return pauses.length === 0 ? null : Math.min(...pauses);
    },
    translate: async (texts, source, target, vocabulary) => {
      const within = startBudget();
      const noEngine = engines.length === 0 ? unreachable("no engine") : unsupportedPair();
      let open = texts.map((text, index) => ({ text, index, failure: noEngine }));
      const done: EngineResult<EngineTranslation>[] = texts.map(() => noEngine);
      for (const engine of engines) {
        if (open.length === 0) break;
        const openTexts = open.map(({ text }) => text);
        const results = (await translateWith(engine, openTexts, source, target, within, vocabulary)).values();
        open = open.flatMap(({ text, index, failure }) => {
          const result = results.next().value ?? failure;
          if (result.ok) {
            done[index] = { ok: true, value: { text: result.value, engine: engine.name } };
            return [];
          }
          const worst = combineFailures(failure, result);
          done[index] = worst;
          return [{ text, index, failure: worst }];
        });
      }
      return done;
    },
  };
}

/** Prefers the failure that can be retried soonest over a final one, because its engine may recover. */
function combineFailures(known: EngineError, next: EngineError): EngineError {
  const { error } = failureRank(next.error) > failureRank(known.error) ? next : known;
  return { ok: false, error: { ...error, attempted: known.error.attempted || next.error.attempted } };
}

function failureRank({ code, engineFailed, attempted }: EngineFailure): number {
  if (code === "translate/unsupported-pair") return 0;
  if (code === "translate/quota") return 1;
  return engineFailed || !attempted ? 2 : 3;
}

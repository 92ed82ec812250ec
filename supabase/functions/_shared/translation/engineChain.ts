/** The engines in order of preference: each text goes from engine to engine until one translates it. */
import { groupLanguagePairs, type LanguagePairs } from "../contracts/languagePairs.ts";
import type { Language } from "../contracts/languages.ts";
import { SERVER_LIMITS } from "../contracts/serverLimits.ts";
import { createRequestQueues } from "../requestQueue.ts";
import { createUserBreaker } from "../userBreaker.ts";
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
  /** Returns false if there is no engine or all engines are paused for this user. */
  isAvailable(userId: string): boolean;
  /**
   * Returns the pairs that any engine translates, or null while an engine's list cannot be read. Both are cached, so that
   * readers of the public status cause few requests.
   */
  pairs(): Promise<LanguagePairs>;
  /** Returns the milliseconds until this user may request a paused engine again; null if none is paused. */
  retryAfterMs(userId: string): number | null;
  /**
   * Returns a result for each text, in order, within a lease that begins now. Every engine applies the vocabulary. An engine
   * that fails with texts of this user is paused for this user only. Never rejects.
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
    userId: string,
  ): Promise<readonly EngineResult<EngineTranslation>[]>;
}

/** An engine's list of pairs is small. A page waits for it, so it has less time than a text. */
const PAIRS_TIMEOUT_MS = 700;
/** A list that could not be read is requested again after this time. */
export const FAILED_PAIRS_RETRY_MS = 10_000;

/**
 * Simultaneous requests for one user: more than any engine sends of one language. A claim of many languages has hundreds.
 */
export const MAX_REQUESTS_PER_USER = 12;

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
  const guarded = engines.map((engine) => ({ engine, breaker: createUserBreaker(now) }));

  const queueOf = createRequestQueues(MAX_REQUESTS_PER_USER);

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
  function startBudget(userId: string): TimeBudget {
    const deadline = now() + SERVER_LIMITS.engineStartDeadlineMs;
    return {
      startRequest: () => (now() <= deadline ? timeout(SERVER_LIMITS.engineTimeoutMs) : null),
      enqueue: queueOf(userId),
    };
  }

  /** Logs the failures. Returns the result by which the breaker judges the engine, if any text was sent. */
  function judge(engine: ProtectingEngine, all: readonly ProtectedResult[]): EngineResult<unknown> | undefined {
    const results = all.filter(({ free }) => !free);
    const failures = results.filter((result) => !result.ok);
    const logged = failures.filter(({ error }) => error.code !== "translate/unsupported-pair");
    for (const cause of new Set(logged.map(({ error }) => error.cause ?? ""))) log({ engine: engine.name, cause });
    return (
      failures.find(({ error }) => error.code === "translate/quota") ??
      results.find(hasResponded) ??
      failures.find(({ error }) => error.engineFailed)
    );
  }

  async function translateWith(
    { engine, breaker }: (typeof guarded)[number],
    userId: string,
    ...[texts, source, target, within, vocabulary]: Parameters<ProtectingEngine["translate"]>
  ): Promise<readonly EngineResult<string>[]> {
    const openReason = breaker.openReason(userId);
    if (openReason !== undefined) return texts.map(() => notAttempted(openReason));
    const record = breaker.begin(userId);
    const results = await engine.translate(texts, source, target, within, vocabulary);
    const judged = judge(engine, results);
    if (judged !== undefined) record(judged);
    return results;
  }

  return {
    pairs: cachedPairs,
    isAvailable: (userId) => guarded.some(({ breaker }) => breaker.openReason(userId) === undefined),
    retryAfterMs(userId) {
      const pauses = guarded.map(({ breaker }) => breaker.remainingMs(userId)).filter((remaining) => remaining > 0);
      return pauses.length === 0 ? null : Math.min(...pauses);
    },
    translate: async (texts, source, target, vocabulary, userId) => {
      const within = startBudget(userId);
      const noEngine = engines.length === 0 ? unreachable("no engine") : unsupportedPair();
      let open = texts.map((text, index) => ({ text, index, failure: noEngine }));
      const done: EngineResult<EngineTranslation>[] = texts.map(() => noEngine);
      for (const guard of guarded) {
        if (open.length === 0) break;
        const openTexts = open.map(({ text }) => text);
        const results = (await translateWith(guard, userId, openTexts, source, target, within, vocabulary)).values();
        open = open.flatMap(({ text, index, failure }) => {
          const result = results.next().value ?? failure;
          if (result.ok) {
            done[index] = { ok: true, value: { text: result.value, engine: guard.engine.name } };
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

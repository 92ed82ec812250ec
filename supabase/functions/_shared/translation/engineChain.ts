/**
 * The engines in their order: each is asked until one answers. One that fails is left alone for a while, so that a dead
 * server costs its time limit once and not with every line.
 */

import { createCircuitBreaker } from "../circuitBreaker.ts";
import type { TermEntry } from "../contracts/glossary.ts";
import type { Language } from "../contracts/languages.ts";
import { LIMITS } from "../contracts/limits.ts";
import {
  type EngineError,
  type EngineFailure,
  type EngineResult,
  hasResponded,
  notAttempted,
  type TimeBudget,
  unreachable,
  unsupportedPair,
} from "./engine.ts";
import type { ProtectedResult, ProtectingEngine } from "./protectedSpans.ts";

export interface EngineTranslation {
  readonly text: string;
  /** The name of the engine that did it. */
  readonly engine: string;
}

export interface EngineChain {
  /** False when there is no engine, or each is being left alone: asking would be in vain. */
  isAvailable(): boolean;
  /**
   * One result for each text, in their order, all within a lease that begins now. `translate/unsupported-pair` when no
   * engine knows the pair, `translate/quota` when those that know it have nothing left; else `translate/unavailable`, with
   * `down` when no engine could be reached, and without `sent` when none was asked. The terms of the glossary are in the
   * answers, whichever engine it was. Never rejects.
   */
  translate(
    texts: readonly string[],
    source: Language,
    target: Language,
    terms: readonly TermEntry[],
  ): Promise<readonly EngineResult<EngineTranslation>[]>;
}

export interface EngineChainOptions {
  readonly engines: readonly ProtectingEngine[];
  /** Milliseconds, of any origin. */
  now(): number;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** Told when an engine fails. */
  log(entry: { engine: string; cause: string }): void;
}

export function createEngineChain({ engines, now, timeout, log }: EngineChainOptions): EngineChain {
  const breaker = createCircuitBreaker<ProtectingEngine, EngineError>(now);
  /** How often each answered something. */
  const successCounts = new Map<ProtectingEngine, number>();
  const successCountOf = (engine: ProtectingEngine) => successCounts.get(engine) ?? 0;

  /** Each request has its own limit, and none begins so late that it would outlive the lease. */
  function startBudget(): TimeBudget {
    const last = now() + LIMITS.engineStartDeadlineMs;
    return { startRequest: () => (now() <= last ? timeout(LIMITS.engineTimeoutMs) : null) };
  }

  /** What its answers say of the engine. One that answered others meanwhile is not dead, only slow with these. */
  function recordResults(engine: ProtectingEngine, all: readonly ProtectedResult[], answeredBefore: number) {
    const results = all.filter(({ free }) => !free);
    if (results.some(hasResponded)) {
      successCounts.set(engine, successCountOf(engine) + 1);
      breaker.recordSuccess(engine);
    }
    const failures = results.filter((result) => !result.ok);
    const exhausted = failures.find(({ error }) => error.code === "translate/quota");
    const failed = failures.find(({ error }) => error.engineFailed);
    if (exhausted !== undefined) breaker.recordQuotaExceeded(engine, exhausted);
    else if (failed !== undefined && successCountOf(engine) === answeredBefore) breaker.recordFailure(engine, failed);
    const told = failures.filter(({ error }) => error.code !== "translate/unsupported-pair");
    for (const cause of new Set(told.map(({ error }) => error.cause ?? ""))) log({ engine: engine.name, cause });
  }

  async function translateWith(
    engine: ProtectingEngine,
    ...[texts, source, target, within, terms]: Parameters<ProtectingEngine["translate"]>
  ): Promise<readonly EngineResult<string>[]> {
    const openReason = breaker.openReason(engine);
    if (openReason !== undefined) return texts.map(() => notAttempted(openReason));
    const answeredBefore = successCountOf(engine);
    const results = await engine.translate(texts, source, target, within, terms);
    recordResults(engine, results, answeredBefore);
    return results;
  }

  return {
    isAvailable: () => engines.some((engine) => breaker.openReason(engine) === undefined),
    translate: async (texts, source, target, terms) => {
      const within = startBudget();
      const noEngine = engines.length === 0 ? unreachable("no engine") : unsupportedPair();
      let open = texts.map((text, index) => ({ text, index, failure: noEngine }));
      const done: EngineResult<EngineTranslation>[] = texts.map(() => noEngine);
      for (const engine of engines) {
        if (open.length === 0) break;
        const asked = open.map(({ text }) => text);
        const results = (await translateWith(engine, asked, source, target, within, terms)).values();
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

/** What may be tried again soonest wins over what is final: the engine that could do it may come back. */
function combineFailures(known: EngineError, next: EngineError): EngineError {
  const { error } = failureRank(next.error) > failureRank(known.error) ? next : known;
  return { ok: false, error: { ...error, attempted: known.error.attempted || next.error.attempted } };
}

function failureRank({ code, engineFailed, attempted }: EngineFailure): number {
  if (code === "translate/unsupported-pair") return 0;
  if (code === "translate/quota") return 1;
  return engineFailed || !attempted ? 2 : 3;
}

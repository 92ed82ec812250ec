/**
 * A translation engine: a server that translates texts from one language into another. An engine implements its server's
 * protocol. The chain chooses the engine and pauses a failing one.
 */
import { type Failure, fail } from "../contracts/errors.ts";
import type { Language } from "../contracts/languages.ts";
import type { Enqueue } from "../requestQueue.ts";

/**
 * `engineFailed`: the engine itself failed, so the chain pauses it; otherwise it failed on this text alone. `attempted`: the
 * text reached a server that may have processed it. A text that was not attempted counts as never requested.
 */
export type EngineFailure = Failure & { readonly engineFailed: boolean; readonly attempted: boolean };
export type EngineError = { readonly ok: false; readonly error: EngineFailure };
export type EngineResult<T> = { readonly ok: true; readonly value: T } | EngineError;

/** The time for a batch of texts. */
export interface TimeBudget {
  /** Returns the timeout signal of a request that begins now, or null when no request may begin any more. */
  startRequest(): AbortSignal | null;
  /** Lets a request wait for others of its user. Missing: requests begin at once. */
  readonly enqueue?: Enqueue;
}

/** Returns whether an engine translates texts in `source` into `target`. */
export type PairTest = (source: Language, target: Language) => boolean;

export interface Engine {
  readonly name: string;
  /** Reads which pairs the engine translates. Missing: it accepts every pair. Errors: as `translate`. Never rejects. */
  readPairs?(within: TimeBudget): Promise<EngineResult<PairTest>>;
  /**
   * Returns a result for each text, in order. No text may be empty. Errors: `translate/unsupported-pair`,
   * `translate/quota` if the provider's quota is exhausted, `translate/unavailable`. A cause never holds text. Finished
   * texts are returned even if others fail. Never rejects.
   */
  translate(
    texts: readonly string[],
    source: Language,
    target: Language,
    within: TimeBudget,
  ): Promise<readonly EngineResult<string>[]>;
}

export const engineError = (cause: string): EngineError =>
  engineFailure("translate/unavailable", cause, { engineFailed: true, attempted: true });
/** The server is unreachable or rejects every request. */
export const unreachable = (cause: string): EngineError =>
  engineFailure("translate/unavailable", cause, { engineFailed: true, attempted: false });
export const textRejected = (cause: string): EngineError =>
  engineFailure("translate/unavailable", cause, { engineFailed: false, attempted: true });
/** The time budget ended before the text was sent. */
export const outOfTime = (): EngineError =>
  engineFailure("translate/unavailable", "no time left", { engineFailed: false, attempted: false });
/** Begins a request after those before it, if there is time left then. */
export function requestWithin<T>(
  { startRequest, enqueue = (work) => work() }: TimeBudget,
  request: (signal: AbortSignal) => Promise<EngineResult<T>>,
): Promise<EngineResult<T>> {
  return enqueue(() => {
    const signal = startRequest();
    return signal === null ? Promise.resolve(outOfTime()) : request(signal);
  });
}

export const unsupportedPair = (): EngineError =>
  engineFailure("translate/unsupported-pair", "no such pair", { engineFailed: false, attempted: false });
export const quotaExceeded = (cause: string): EngineError =>
  engineFailure("translate/quota", cause, { engineFailed: true, attempted: false });

/** Returns the same failure for a text that was not sent. */
export const notAttempted = ({ error }: EngineError): EngineError => ({
  ok: false,
  error: { ...error, attempted: false },
});

function engineFailure(
  code: Failure["code"],
  cause: string,
  flags: Pick<EngineFailure, "engineFailed" | "attempted">,
): EngineError {
  return { ok: false, error: { ...fail(code, cause).error, ...flags } };
}

/** Returns whether the result proves that the engine works. */
export const hasResponded = (result: EngineResult<unknown>): boolean =>
  result.ok || (result.error.attempted && !result.error.engineFailed);

/** Returns all values, or the first failure. */
export function collectResults<T>(results: readonly EngineResult<T>[]): EngineResult<T[]> {
  const values: T[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return { ok: true, value: values };
}

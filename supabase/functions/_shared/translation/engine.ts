/**
 * A translation engine: one server that turns texts of one language into another. Engines only speak their server's
 * protocol; which one is asked, and for how long a failing one is left alone, is the chain's matter.
 */
import { type Failure, fail } from "../contracts/errors.ts";
import type { Language } from "../contracts/languages.ts";

/**
 * `down`: the engine itself fails, and others should not wait for it; else it is this text that it cannot do. `sent`: the
 * text reached a server that may have worked at it; what did not is as if nobody had asked for it.
 */
export type EngineFailure = Failure & { readonly engineFailed: boolean; readonly attempted: boolean };
export type EngineError = { readonly ok: false; readonly error: EngineFailure };
export type EngineResult<T> = { readonly ok: true; readonly value: T } | EngineError;

/** The time that there is for some texts. */
export interface TimeBudget {
  /** The time limit of one request that begins now; null: none may begin any more. */
  startRequest(): AbortSignal | null;
}

export interface Engine {
  readonly name: string;
  /**
   * One result for each text, in their order; no text is empty. `translate/unsupported-pair`, `translate/quota` when its
   * provider gives no more for now, or `translate/unavailable`, with a cause that never holds text. What came in time is
   * there, whatever became of the others. Never rejects.
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
/** Nobody is there, or it sends us away at the door. */
export const unreachable = (cause: string): EngineError =>
  engineFailure("translate/unavailable", cause, { engineFailed: true, attempted: false });
export const textRejected = (cause: string): EngineError =>
  engineFailure("translate/unavailable", cause, { engineFailed: false, attempted: true });
/** Its turn did not come. */
export const outOfTime = (): EngineError =>
  engineFailure("translate/unavailable", "no time left", { engineFailed: false, attempted: false });
export const unsupportedPair = (): EngineError =>
  engineFailure("translate/unsupported-pair", "no such pair", { engineFailed: false, attempted: false });
export const quotaExceeded = (cause: string): EngineError =>
  engineFailure("translate/quota", cause, { engineFailed: true, attempted: false });

/** The same, for a text that was kept from it. */
export const notAttempted = ({ error }: EngineError): EngineError => ({
  ok: false,
  error: { ...error, attempted: false },
});

function engineFailure(
  code: Failure["code"],
  cause: string,
  what: Pick<EngineFailure, "engineFailed" | "attempted">,
): EngineError {
  return { ok: false, error: { ...fail(code, cause).error, ...what } };
}

/** An engine that says this is there. */
export const hasResponded = (result: EngineResult<unknown>): boolean =>
  result.ok || (result.error.attempted && !result.error.engineFailed);

/** All values, or the first failure. */
export function collectResults<T>(results: readonly EngineResult<T>[]): EngineResult<T[]> {
  const values: T[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return { ok: true, value: values };
}

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
export type EngineFailure = Failure & { readonly down: boolean; readonly sent: boolean };
export type Failed = { readonly ok: false; readonly error: EngineFailure };
export type EngineResult<T> = { readonly ok: true; readonly value: T } | Failed;

/** The time that there is for some texts. */
export interface Within {
  /** The time limit of one request that begins now; null: none may begin any more. */
  begin(): AbortSignal | null;
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
    within: Within,
  ): Promise<readonly EngineResult<string>[]>;
}

export const down = (cause: string): Failed => refused("translate/unavailable", cause, { down: true, sent: true });
/** Nobody is there, or it sends us away at the door. */
export const away = (cause: string): Failed => refused("translate/unavailable", cause, { down: true, sent: false });
export const cannot = (cause: string): Failed => refused("translate/unavailable", cause, { down: false, sent: true });
/** Its turn did not come. */
export const late = (): Failed => refused("translate/unavailable", "no time left", { down: false, sent: false });
export const unsupported = (): Failed =>
  refused("translate/unsupported-pair", "no such pair", { down: false, sent: false });
export const spent = (cause: string): Failed => refused("translate/quota", cause, { down: true, sent: false });

/** The same, for a text that was kept from it. */
export const unsent = ({ error }: Failed): Failed => ({ ok: false, error: { ...error, sent: false } });

function refused(code: Failure["code"], cause: string, what: Pick<EngineFailure, "down" | "sent">): Failed {
  return { ok: false, error: { ...fail(code, cause).error, ...what } };
}

/** An engine that says this is there. */
export const isAnswer = (result: EngineResult<unknown>): boolean =>
  result.ok || (result.error.sent && !result.error.down);

/** All values, or the first failure. */
export function together<T>(results: readonly EngineResult<T>[]): EngineResult<T[]> {
  const values: T[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return { ok: true, value: values };
}

/**
 * A translation engine: one server that turns texts of one language into another. Engines only speak their server's
 * protocol; which one is asked, and for how long a failing one is left alone, is the chain's matter.
 */
import { type Failure, fail } from "../contracts/errors.ts";
import type { Language } from "../contracts/languages.ts";

/** `down`: the engine itself fails, and others should not wait for it; else it is this text that it cannot do. */
export type EngineFailure = Failure & { readonly down: boolean };
export type Failed = { readonly ok: false; readonly error: EngineFailure };
export type EngineResult<T> = { readonly ok: true; readonly value: T } | Failed;

export interface Engine {
  readonly name: string;
  /**
   * As many texts as were asked, in their order, none empty. `translate/unsupported-pair`, `translate/quota` when its
   * provider gives no more for now, or `translate/unavailable`, with a cause that never holds text. Never rejects.
   */
  translate(
    texts: readonly string[],
    source: Language,
    target: Language,
    signal: AbortSignal,
  ): Promise<EngineResult<string[]>>;
}

export const down = (cause: string): Failed => refused("translate/unavailable", cause, true);
export const cannot = (cause: string): Failed => refused("translate/unavailable", cause, false);
export const unsupported = (): Failed => refused("translate/unsupported-pair", "no such pair", false);
export const spent = (cause: string): Failed => refused("translate/quota", cause, true);

function refused(code: Failure["code"], cause: string, isDown: boolean): Failed {
  return { ok: false, error: { ...fail(code, cause).error, down: isDown } };
}

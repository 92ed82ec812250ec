/**
 * The engines in their order: each is asked until one answers. One that fails is left alone for a while, so that a dead
 * server costs its time limit once and not with every line.
 */
import type { Language } from "../contracts/languages.ts";
import { LIMITS } from "../contracts/limits.ts";
import { down, type Engine, type EngineResult, unsupported } from "./engine.ts";

/** Milliseconds for which a failing engine is left alone. */
const REST = 30_000;

export interface Translated {
  readonly texts: readonly string[];
  /** The name of the engine that did it. */
  readonly engine: string;
}

export interface Chain {
  /** False when there is no engine, or each is being left alone: asking would be in vain. */
  isUp(): boolean;
  /**
   * As many texts as were asked, in their order. `translate/unsupported-pair` when no engine knows the pair; else
   * `translate/unavailable`, with `down` when no engine could be reached. Never rejects.
   */
  translate(texts: readonly string[], source: Language, target: Language): Promise<EngineResult<Translated>>;
}

export interface ChainOptions {
  readonly engines: readonly Engine[];
  /** Milliseconds, of any origin. */
  now(): number;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** Told when an engine fails. */
  log(entry: { engine: string; cause: string }): void;
}

export function makeChain({ engines, now, timeout, log }: ChainOptions): Chain {
  const restingUntil = new Map<Engine, number>();
  const isResting = (engine: Engine) => now() < (restingUntil.get(engine) ?? Number.NEGATIVE_INFINITY);

  return {
    isUp: () => engines.some((engine) => !isResting(engine)),
    translate: async (texts, source, target) => {
      let failure: EngineResult<Translated> = engines.length === 0 ? down("no engine") : unsupported();
      for (const engine of engines) {
        if (isResting(engine)) {
          failure = worse(failure, down("resting"));
          continue;
        }
        const result = await engine.translate(texts, source, target, timeout(LIMITS.engineTimeout));
        if (result.ok) return { ok: true, value: { texts: result.value, engine: engine.name } };
        if (result.error.down) restingUntil.set(engine, now() + REST);
        if (result.error.code !== "translate/unsupported-pair") {
          log({ engine: engine.name, cause: result.error.cause ?? "" });
        }
        failure = worse(failure, result);
      }
      return failure;
    },
  };
}

type Failed = Extract<EngineResult<never>, { ok: false }>;

/** What may be tried again wins over what is final: the engine that could do it may come back. */
function worse<T>(known: EngineResult<T>, next: Failed): EngineResult<T> {
  if (known.ok || next.error.code === "translate/unsupported-pair") return known;
  if (known.error.code === "translate/unsupported-pair") return next;
  return known.error.down ? next : known;
}

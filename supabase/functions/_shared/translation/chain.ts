/**
 * The engines in their order: each is asked until one answers. One that fails is left alone for a while, so that a dead
 * server costs its time limit once and not with every line.
 */
import type { TermEntry } from "../contracts/glossary.ts";
import type { Language } from "../contracts/languages.ts";
import { LIMITS } from "../contracts/limits.ts";
import { makeRests } from "../rests.ts";
import { down, type EngineFailure, type EngineResult, type Failed, unsupported } from "./engine.ts";
import type { KeepingEngine } from "./kept.ts";

export interface Translated {
  readonly texts: readonly string[];
  /** The name of the engine that did it. */
  readonly engine: string;
}

export interface Chain {
  /** False when there is no engine, or each is being left alone: asking would be in vain. */
  isUp(): boolean;
  /**
   * As many texts as were asked, in their order. `translate/unsupported-pair` when no engine knows the pair,
   * `translate/quota` when those that know it have nothing left; else `translate/unavailable`, with `down` when no engine
   * could be reached. The terms of the glossary are in the answers, whichever engine it was. Never rejects.
   */
  translate(
    texts: readonly string[],
    source: Language,
    target: Language,
    terms: readonly TermEntry[],
  ): Promise<EngineResult<Translated>>;
}

export interface ChainOptions {
  readonly engines: readonly KeepingEngine[];
  /** Milliseconds, of any origin. */
  now(): number;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** Told when an engine fails. */
  log(entry: { engine: string; cause: string }): void;
}

export function makeChain({ engines, now, timeout, log }: ChainOptions): Chain {
  const rests = makeRests<KeepingEngine, Failed>(now);

  return {
    isUp: () => engines.some((engine) => rests.of(engine) === undefined),
    translate: async (texts, source, target, terms) => {
      let failure: Failed = engines.length === 0 ? down("no engine") : unsupported();
      for (const engine of engines) {
        const known = rests.of(engine);
        if (known !== undefined) {
          failure = worse(failure, known);
          continue;
        }
        const result = await engine.translate(texts, source, target, timeout(LIMITS.engineTimeout), terms);
        if (result.ok) {
          rests.answered(engine);
          return { ok: true, value: { texts: result.value, engine: engine.name } };
        }
        const { code, cause = "", down: isDown } = result.error;
        if (isDown) rests[code === "translate/quota" ? "spent" : "failed"](engine, result);
        if (code !== "translate/unsupported-pair") log({ engine: engine.name, cause });
        failure = worse(failure, result);
      }
      return failure;
    },
  };
}

/** What may be tried again soonest wins over what is final: the engine that could do it may come back. */
function worse(known: Failed, next: Failed): Failed {
  return hope(next.error) > hope(known.error) ? next : known;
}

function hope({ code, down: isDown }: EngineFailure): number {
  if (code === "translate/unsupported-pair") return 0;
  if (code === "translate/quota") return 1;
  return isDown ? 2 : 3;
}

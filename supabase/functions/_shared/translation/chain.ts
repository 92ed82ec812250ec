/**
 * The engines in their order: each is asked until one answers. One that fails is left alone for a while, so that a dead
 * server costs its time limit once and not with every line.
 */
import type { TermEntry } from "../contracts/glossary.ts";
import type { Language } from "../contracts/languages.ts";
import { LIMITS } from "../contracts/limits.ts";
import { makeRests } from "../rests.ts";
import {
  away,
  type EngineFailure,
  type EngineResult,
  type Failed,
  isAnswer,
  unsent,
  unsupported,
  type Within,
} from "./engine.ts";
import type { KeepingEngine, KeptResult } from "./kept.ts";

export interface Translated {
  readonly text: string;
  /** The name of the engine that did it. */
  readonly engine: string;
}

export interface Chain {
  /** False when there is no engine, or each is being left alone: asking would be in vain. */
  isUp(): boolean;
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
  ): Promise<readonly EngineResult<Translated>[]>;
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
  /** How often each answered something. */
  const answers = new Map<KeepingEngine, number>();
  const answersOf = (engine: KeepingEngine) => answers.get(engine) ?? 0;

  /** Each request has its own limit, and none begins so late that it would outlive the lease. */
  function beginNow(): Within {
    const last = now() + LIMITS.engineLast;
    return { begin: () => (now() <= last ? timeout(LIMITS.engineTimeout) : null) };
  }

  /** What its answers say of the engine. One that answered others meanwhile is not dead, only slow with these. */
  function learn(engine: KeepingEngine, all: readonly KeptResult[], answeredBefore: number) {
    const results = all.filter(({ free }) => !free);
    if (results.some(isAnswer)) {
      answers.set(engine, answersOf(engine) + 1);
      rests.answered(engine);
    }
    const failures = results.filter((result) => !result.ok);
    const exhausted = failures.find(({ error }) => error.code === "translate/quota");
    const failed = failures.find(({ error }) => error.down);
    if (exhausted !== undefined) rests.spent(engine, exhausted);
    else if (failed !== undefined && answersOf(engine) === answeredBefore) rests.failed(engine, failed);
    const told = failures.filter(({ error }) => error.code !== "translate/unsupported-pair");
    for (const cause of new Set(told.map(({ error }) => error.cause ?? ""))) log({ engine: engine.name, cause });
  }

  async function ask(
    engine: KeepingEngine,
    ...[texts, source, target, within, terms]: Parameters<KeepingEngine["translate"]>
  ): Promise<readonly EngineResult<string>[]> {
    const known = rests.of(engine);
    if (known !== undefined) return texts.map(() => unsent(known));
    const answeredBefore = answersOf(engine);
    const results = await engine.translate(texts, source, target, within, terms);
    learn(engine, results, answeredBefore);
    return results;
  }

  return {
    isUp: () => engines.some((engine) => rests.of(engine) === undefined),
    translate: async (texts, source, target, terms) => {
      const within = beginNow();
      const nobody = engines.length === 0 ? away("no engine") : unsupported();
      let open = texts.map((text, index) => ({ text, index, failure: nobody }));
      const done: EngineResult<Translated>[] = texts.map(() => nobody);
      for (const engine of engines) {
        if (open.length === 0) break;
        const asked = open.map(({ text }) => text);
        const results = (await ask(engine, asked, source, target, within, terms)).values();
        open = open.flatMap(({ text, index, failure }) => {
          const result = results.next().value ?? failure;
          if (result.ok) {
            done[index] = { ok: true, value: { text: result.value, engine: engine.name } };
            return [];
          }
          const worst = worse(failure, result);
          done[index] = worst;
          return [{ text, index, failure: worst }];
        });
      }
      return done;
    },
  };
}

/** What may be tried again soonest wins over what is final: the engine that could do it may come back. */
function worse(known: Failed, next: Failed): Failed {
  const { error } = hope(next.error) > hope(known.error) ? next : known;
  return { ok: false, error: { ...error, sent: known.error.sent || next.error.sent } };
}

function hope({ code, down, sent }: EngineFailure): number {
  if (code === "translate/unsupported-pair") return 0;
  if (code === "translate/quota") return 1;
  return down || !sent ? 2 : 3;
}

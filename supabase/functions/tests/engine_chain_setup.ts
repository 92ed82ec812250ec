import type { Engine, EngineResult } from "../_shared/translation/engine.ts";
import { createEngineChain } from "../_shared/translation/engineChain.ts";
import { NO_VOCABULARY } from "../_shared/translation/protectedSpans.ts";

export const ANA = "ana";
export const TOM = "tom";

interface Fake extends Engine {
  attempted: number;
  /** The response to each text. */
  says: EngineResult<string>;
}

/** Returns an engine with the test's next response, which counts requests. */
function fake(name: string): Fake {
  const engine: Fake = {
    name,
    attempted: 0,
    says: { ok: true, value: `by ${name}` },
    translate: (texts, _source, _target, { startRequest }) => {
      engine.attempted += 1;
      startRequest();
      return Promise.resolve(texts.map(() => engine.says));
    },
  };
  return engine;
}

/** Creates a chain of fake engines. `ask` requests one translation for Ana. */
export function scene(...names: string[]) {
  const engines = names.map(fake);
  const clock = { now: 0 };
  const limits: number[] = [];
  const logged: unknown[] = [];
  const chain = createEngineChain({
    engines,
    now: () => clock.now,
    timeout: (milliseconds) => {
      limits.push(milliseconds);
      return new AbortController().signal;
    },
    log: (entry) => logged.push(entry),
  });
  const ask = async () => {
    const [result] = await chain.translate(["hi"], "en", "es", NO_VOCABULARY, ANA);
    if (result === undefined) return "nothing";
    return result.ok ? `${result.value.text}, ${result.value.engine}` : result.error.code;
  };
  return { engines, clock, chain, ask, limits, logged };
}

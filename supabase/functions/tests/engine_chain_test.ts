import assert from "node:assert/strict";
import { LIMITS } from "../_shared/contracts/limits.ts";
import {
  collectResults,
  type Engine,
  type EngineResult,
  engineError,
  outOfTime,
  quotaExceeded,
  textRejected,
  unreachable,
  unsupportedPair,
} from "../_shared/translation/engine.ts";
import { createEngineChain } from "../_shared/translation/engineChain.ts";
import { protectSpans } from "../_shared/translation/protectedSpans.ts";

interface Fake extends Engine {
  asked: number;
  /** To each text. */
  says: EngineResult<string>;
}

/** An engine that answers what the test says next, and counts. */
function fake(name: string): Fake {
  const engine: Fake = {
    name,
    asked: 0,
    says: { ok: true, value: `by ${name}` },
    translate: (texts, _source, _target, { startRequest }) => {
      engine.asked += 1;
      startRequest();
      return Promise.resolve(texts.map(() => engine.says));
    },
  };
  return engine;
}

function scene(...names: string[]) {
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
    const [result] = await chain.translate(["hi"], "en", "es", []);
    if (result === undefined) return "nothing";
    return result.ok ? `${result.value.text}, ${result.value.engine}` : result.error.code;
  };
  return { engines, clock, chain, ask, limits, logged };
}

Deno.test("the first engine that answers is taken, each under the time limit", async () => {
  const {
    engines: [one, two],
    ask,
    limits,
  } = scene("one", "two");
  assert.ok(one && two);
  assert.equal(await ask(), "by one, one");
  assert.equal(two.asked, 0);
  one.says = unsupportedPair();
  assert.equal(await ask(), "by two, two");
  assert.deepEqual(limits, [LIMITS.engineTimeoutMs, LIMITS.engineTimeoutMs, LIMITS.engineTimeoutMs]);
});

Deno.test("one that fails is left alone for 2 s, each time twice as long up to 32 s, until it answers", async () => {
  const {
    engines: [one, two],
    clock,
    ask,
    chain,
    logged,
  } = scene("one", "two");
  assert.ok(one && two);
  one.says = engineError("status 500");
  assert.equal(await ask(), "by two, two");
  assert.equal(await ask(), "by two, two");
  assert.equal(one.asked, 1);
  assert.deepEqual(logged, [{ engine: "one", cause: "status 500" }]);

  for (const [index, rest] of [2_000, 4_000, 8_000, 16_000, 32_000, 32_000].entries()) {
    clock.now += rest - 1;
    await ask();
    assert.equal(one.asked, index + 1);
    clock.now += 1;
    await ask();
    assert.equal(one.asked, index + 2);
  }

  clock.now += 32_000;
  one.says = { ok: true, value: "again" };
  assert.equal(await ask(), "again, one");
  assert.equal(chain.isAvailable(), true);
  one.says = engineError("status 500");
  await ask();
  clock.now += 2_000;
  assert.equal(chain.isAvailable(), true);
});

Deno.test("requests that fail together are one failure", async () => {
  const {
    engines: [one],
    clock,
    ask,
    chain,
  } = scene("one");
  assert.ok(one);
  one.says = engineError("no answer in time");
  await Promise.all([ask(), ask(), ask()]);
  assert.equal(one.asked, 3);
  clock.now = 2_000;
  assert.equal(chain.isAvailable(), true);
});

Deno.test("while all are left alone the chain says that it is down, and asks nobody", async () => {
  const {
    engines: [one],
    clock,
    ask,
    chain,
  } = scene("one");
  assert.ok(one);
  one.says = engineError("no connection");
  assert.equal(chain.isAvailable(), true);
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(chain.isAvailable(), false);
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(one.asked, 1);
  clock.now = 2_000;
  assert.equal(chain.isAvailable(), true);
});

Deno.test("a text that an engine cannot do, or a pair that it lacks, does not silence the engine", async () => {
  const {
    engines: [one],
    ask,
    chain,
  } = scene("one");
  assert.ok(one);
  one.says = textRejected("empty text");
  assert.equal(await ask(), "translate/unavailable");
  one.says = unsupportedPair();
  assert.equal(await ask(), "translate/unsupported-pair");
  assert.equal(one.asked, 2);
  assert.equal(chain.isAvailable(), true);
});

Deno.test("a pair is unsupported only when every engine says so: one that is down may know it", async () => {
  const {
    engines: [one, two],
    ask,
  } = scene("one", "two");
  assert.ok(one && two);
  one.says = unsupportedPair();
  two.says = unsupportedPair();
  assert.equal(await ask(), "translate/unsupported-pair");
  two.says = engineError("status 500");
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(two.asked, 2);
});

Deno.test("without an engine all is unavailable", async () => {
  const { ask, chain } = scene();
  assert.equal(chain.isAvailable(), false);
  assert.equal(await ask(), "translate/unavailable");
});

Deno.test("an engine whose provider gives no more rests for ten minutes, and says so to those who come", async () => {
  const {
    engines: [one, two],
    clock,
    ask,
    chain,
  } = scene("one", "two");
  assert.ok(one && two);
  one.says = quotaExceeded("status 456");
  two.says = unsupportedPair();
  assert.equal(await ask(), "translate/quota");
  clock.now = 599_999;
  assert.equal(await ask(), "translate/quota");
  assert.deepEqual([one.asked, chain.isAvailable()], [1, true]);
  // Another that only stumbled may do it sooner.
  two.says = engineError("status 500");
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(chain.isAvailable(), false);
  clock.now = 630_000;
  one.says = { ok: true, value: "again" };
  assert.equal(await ask(), "again, one");
});

Deno.test("each text is kept as it came: what one engine lacks the next is asked for, and that alone", async () => {
  const {
    engines: [one, two],
    chain,
  } = scene("one", "two");
  assert.ok(one && two);
  one.translate = (texts) =>
    Promise.resolve(
      texts.map((text) => (text === "poison" ? textRejected("empty text") : { ok: true, value: `1 ${text}` })),
    );
  const asked: string[] = [];
  two.translate = (texts) => {
    asked.push(...texts);
    return Promise.resolve(texts.map((text) => ({ ok: true, value: `2 ${text}` })));
  };
  assert.deepEqual(collectResults(await chain.translate(["a", "poison", "b"], "en", "es", [])), {
    ok: true,
    value: [
      { text: "1 a", engine: "one" },
      { text: "2 poison", engine: "two" },
      { text: "1 b", engine: "one" },
    ],
  });
  assert.deepEqual(asked, ["poison"]);
});

Deno.test("a batch has as long as its lease: each request its own limit, and none begins that would outlive it", async () => {
  const { engines, chain, clock, limits } = scene("one");
  const [one] = engines;
  assert.ok(one);
  const begun: (AbortSignal | null)[] = [];
  one.translate = (texts, _source, _target, { startRequest }) => {
    for (const at of [0, LIMITS.engineStartDeadlineMs, LIMITS.engineStartDeadlineMs + 1]) {
      clock.now = at;
      begun.push(startRequest());
    }
    return Promise.resolve(texts.map((_, index) => (index < 2 ? { ok: true, value: "done" } : outOfTime())));
  };
  const results = await chain.translate(["a", "b", "c"], "en", "es", []);
  assert.deepEqual(
    begun.map((signal) => signal !== null),
    [true, true, false],
  );
  assert.deepEqual(limits, [LIMITS.engineTimeoutMs, LIMITS.engineTimeoutMs]);
  assert.ok(LIMITS.engineStartDeadlineMs + LIMITS.engineTimeoutMs < LIMITS.translateLease);
  assert.deepEqual(
    results.map((result) => result.ok || [result.error.engineFailed, result.error.attempted]),
    [true, true, [false, false]],
  );
  // It was asked for more than there was time for: that is no fault of its own.
  assert.equal(chain.isAvailable(), true);
});

Deno.test("one that answers others meanwhile is not dead, only slow with one text", async () => {
  const {
    engines: [one],
    ask,
    chain,
  } = scene("one");
  assert.ok(one);
  const answer = one.translate;
  const slow = Promise.withResolvers<void>();
  one.translate = async (texts) => {
    await slow.promise;
    return texts.map(() => engineError("no answer in time"));
  };
  const waiting = ask();
  one.translate = answer;
  assert.equal(await ask(), "by one, one");
  slow.resolve();
  assert.equal(await waiting, "translate/unavailable");
  assert.equal(chain.isAvailable(), true);
});

Deno.test("a text without words says nothing of the engine", async () => {
  const dead: Engine = {
    name: "dead",
    translate: (texts) => Promise.resolve(texts.map(() => unreachable("no connection"))),
  };
  const chain = createEngineChain({
    engines: [protectSpans(dead, "marks")],
    now: () => 0,
    timeout: () => new AbortController().signal,
    log: () => {},
  });
  const [emoji, text] = await chain.translate(["😀", "hi"], "en", "es", []);
  assert.deepEqual([emoji?.ok, text?.ok, chain.isAvailable()], [true, false, false]);
});

Deno.test("whether any engine had the text is told, whichever failed last", async () => {
  const {
    engines: [one, two],
    chain,
  } = scene("one", "two");
  assert.ok(one && two);
  const sent = async () => {
    const [result] = await chain.translate(["hi"], "en", "es", []);
    return result?.ok === false && result.error.attempted;
  };
  one.says = unreachable("no connection");
  two.says = engineError("status 500");
  assert.equal(await sent(), true);
  // Both are left alone.
  assert.equal(await sent(), false);
});

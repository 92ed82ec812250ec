import assert from "node:assert/strict";
import { LIMITS } from "../_shared/contracts/limits.ts";
import { SERVER_LIMITS } from "../_shared/contracts/serverLimits.ts";
import {
  collectResults,
  engineError,
  outOfTime,
  textRejected,
  unreachable,
  unsupportedPair,
} from "../_shared/translation/engine.ts";
import { NO_VOCABULARY } from "../_shared/translation/protectedSpans.ts";
import { ANA, scene } from "./engine_chain_setup.ts";

Deno.test("chain: uses the first responding engine, each within its timeout", async () => {
  const {
    engines: [first, second],
    ask,
    limits,
  } = scene("one", "two");
  assert.ok(first && second);
  assert.equal(await ask(), "by one, one");
  assert.equal(second.attempted, 0);
  first.says = unsupportedPair();
  assert.equal(await ask(), "by two, two");
  assert.deepEqual(limits, [
    SERVER_LIMITS.engineTimeoutMs,
    SERVER_LIMITS.engineTimeoutMs,
    SERVER_LIMITS.engineTimeoutMs,
  ]);
});

Deno.test("chain: reports an unsupported pair only if every engine does", async () => {
  const {
    engines: [first, second],
    ask,
  } = scene("one", "two");
  assert.ok(first && second);
  first.says = unsupportedPair();
  second.says = unsupportedPair();
  assert.equal(await ask(), "translate/unsupported-pair");
  second.says = engineError("status 500");
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(second.attempted, 2);
});

Deno.test("chain: is unavailable without engines", async () => {
  const { ask, chain } = scene();
  assert.equal(chain.isAvailable(ANA), false);
  assert.equal(await ask(), "translate/unavailable");
});

Deno.test("chain: sends only unfinished texts to the next engine", async () => {
  const {
    engines: [first, second],
    chain,
  } = scene("one", "two");
  assert.ok(first && second);
  first.translate = (texts) =>
    Promise.resolve(
      texts.map((text) => (text === "poison" ? textRejected("empty text") : { ok: true, value: `1 ${text}` })),
    );
  const attempted: string[] = [];
  second.translate = (texts) => {
    attempted.push(...texts);
    return Promise.resolve(texts.map((text) => ({ ok: true, value: `2 ${text}` })));
  };
  assert.deepEqual(collectResults(await chain.translate(["a", "poison", "b"], "en", "es", NO_VOCABULARY, ANA)), {
    ok: true,
    value: [
      { text: "1 a", engine: "one" },
      { text: "2 poison", engine: "two" },
      { text: "1 b", engine: "one" },
    ],
  });
  assert.deepEqual(attempted, ["poison"]);
});

Deno.test("chain: starts no request that would outlive the lease", async () => {
  const { engines, chain, clock, limits } = scene("one");
  const [first] = engines;
  assert.ok(first);
  const begun: (AbortSignal | null)[] = [];
  first.translate = (texts, _source, _target, { startRequest }) => {
    for (const at of [0, SERVER_LIMITS.engineStartDeadlineMs, SERVER_LIMITS.engineStartDeadlineMs + 1]) {
      clock.now = at;
      begun.push(startRequest());
    }
    return Promise.resolve(texts.map((_, index) => (index < 2 ? { ok: true, value: "done" } : outOfTime())));
  };
  const results = await chain.translate(["a", "b", "c"], "en", "es", NO_VOCABULARY, ANA);
  assert.deepEqual(
    begun.map((signal) => signal !== null),
    [true, true, false],
  );
  assert.deepEqual(limits, [SERVER_LIMITS.engineTimeoutMs, SERVER_LIMITS.engineTimeoutMs]);
  assert.ok(SERVER_LIMITS.engineStartDeadlineMs + SERVER_LIMITS.engineTimeoutMs < LIMITS.translationLeaseMs);
  assert.deepEqual(
    results.map((result) => result.ok || [result.error.engineFailed, result.error.attempted]),
    [true, true, [false, false]],
  );
  // The batch was too large for the time, which is not the engine's fault.
  assert.equal(chain.isAvailable(ANA), true);
});

Deno.test("chain: reports whether any engine attempted the text", async () => {
  const {
    engines: [first, second],
    chain,
  } = scene("one", "two");
  assert.ok(first && second);
  const sent = async () => {
    const [result] = await chain.translate(["hi"], "en", "es", NO_VOCABULARY, ANA);
    return result?.ok === false && result.error.attempted;
  };
  first.says = unreachable("no connection");
  second.says = engineError("status 500");
  assert.equal(await sent(), true);
  // Both engines are paused.
  assert.equal(await sent(), false);
});

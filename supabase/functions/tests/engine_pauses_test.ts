/** Pauses of a failing engine: their start, their length and the users whom they concern. */
import assert from "node:assert/strict";
import {
  type Engine,
  engineError,
  quotaExceeded,
  textRejected,
  unreachable,
  unsupportedPair,
} from "../_shared/translation/engine.ts";
import { createEngineChain } from "../_shared/translation/engineChain.ts";
import { NO_VOCABULARY, protectSpans } from "../_shared/translation/protectedSpans.ts";
import { ANA, scene, TOM } from "./engine_chain_setup.ts";

Deno.test("chain: pauses a failing engine for 2 to 32 s", async () => {
  const {
    engines: [first, second],
    clock,
    ask,
    chain,
    logged,
  } = scene("one", "two");
  assert.ok(first && second);
  first.says = engineError("status 500");
  assert.equal(await ask(), "by two, two");
  assert.equal(await ask(), "by two, two");
  assert.equal(first.attempted, 1);
  assert.deepEqual(logged, [{ engine: "one", cause: "status 500" }]);

  for (const [index, rest] of [2_000, 4_000, 8_000, 16_000, 32_000, 32_000].entries()) {
    clock.now += rest - 1;
    await ask();
    assert.equal(first.attempted, index + 1);
    clock.now += 1;
    await ask();
    assert.equal(first.attempted, index + 2);
  }

  clock.now += 32_000;
  first.says = { ok: true, value: "again" };
  assert.equal(await ask(), "again, one");
  assert.equal(chain.isAvailable(ANA), true);
  first.says = engineError("status 500");
  await ask();
  clock.now += 2_000;
  assert.equal(chain.isAvailable(ANA), true);
});

Deno.test("chain: counts simultaneous failures once", async () => {
  const {
    engines: [first],
    clock,
    ask,
    chain,
  } = scene("one");
  assert.ok(first);
  first.says = engineError("no response in time");
  await Promise.all([ask(), ask(), ask()]);
  assert.equal(first.attempted, 3);
  clock.now = 2_000;
  assert.equal(chain.isAvailable(ANA), true);
});

Deno.test("chain: sends no request while all engines are paused", async () => {
  const {
    engines: [first],
    clock,
    ask,
    chain,
  } = scene("one");
  assert.ok(first);
  first.says = engineError("no connection");
  assert.equal(chain.isAvailable(ANA), true);
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(chain.isAvailable(ANA), false);
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(first.attempted, 1);
  clock.now = 2_000;
  assert.equal(chain.isAvailable(ANA), true);
});

Deno.test("chain: returns when the first paused engine may be requested", async () => {
  const {
    engines: [one, two],
    clock,
    ask,
    chain,
  } = scene("one", "two");
  assert.ok(one && two);
  assert.equal(chain.retryAfterMs(ANA), null);
  one.says = engineError("status 500");
  await ask();
  assert.equal(chain.retryAfterMs(ANA), 2_000);
  two.says = quotaExceeded("status 456");
  await ask();
  clock.now = 500;
  assert.equal(chain.retryAfterMs(ANA), 1_500);
  clock.now = 2_000;
  assert.equal(chain.retryAfterMs(ANA), 598_000);
  assert.equal(scene().chain.retryAfterMs(ANA), null);
});

Deno.test("chain: does not pause for a rejected text or pair", async () => {
  const {
    engines: [first],
    ask,
    chain,
  } = scene("one");
  assert.ok(first);
  first.says = textRejected("empty text");
  assert.equal(await ask(), "translate/unavailable");
  first.says = unsupportedPair();
  assert.equal(await ask(), "translate/unsupported-pair");
  assert.equal(first.attempted, 2);
  assert.equal(chain.isAvailable(ANA), true);
});

Deno.test("chain: pauses an engine without quota for ten minutes", async () => {
  const {
    engines: [first, second],
    clock,
    ask,
    chain,
  } = scene("one", "two");
  assert.ok(first && second);
  first.says = quotaExceeded("status 456");
  second.says = unsupportedPair();
  assert.equal(await ask(), "translate/quota");
  clock.now = 599_999;
  assert.equal(await ask(), "translate/quota");
  assert.deepEqual([first.attempted, chain.isAvailable(ANA)], [1, true]);
  // Another engine that only failed once recovers sooner.
  second.says = engineError("status 500");
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(chain.isAvailable(ANA), false);
  clock.now = 630_000;
  first.says = { ok: true, value: "again" };
  assert.equal(await ask(), "again, one");
});

Deno.test("chain: pauses an engine for one user if others succeed", async () => {
  const {
    engines: [first],
    ask,
    chain,
  } = scene("one");
  assert.ok(first);
  const translate = first.translate;
  const slow = Promise.withResolvers<void>();
  first.translate = async (texts) => {
    await slow.promise;
    return texts.map(() => engineError("no response in time"));
  };
  const waiting = ask();
  first.translate = translate;
  assert.equal(await ask(), "by one, one");
  slow.resolve();
  assert.equal(await waiting, "translate/unavailable");
  assert.deepEqual([ANA, TOM].map(chain.isAvailable), [false, true]);
});

Deno.test("chain: pauses a failing engine for everyone after two users", async () => {
  const {
    engines: [first],
    chain,
    clock,
  } = scene("one");
  assert.ok(first);
  const ask = async (text: string, user: string) =>
    (await chain.translate([text], "en", "es", NO_VOCABULARY, user)).map(({ ok }) => ok);
  first.translate = (texts) =>
    Promise.resolve(
      texts.map((text) => (text === "poison" ? engineError("no response in time") : { ok: true, value: text })),
    );
  for (let second = 0; second < 120; second += 1) {
    clock.now = 1_000 * second;
    await ask("poison", ANA);
    assert.deepEqual(await ask("hello", TOM), [true]);
  }
  first.says = engineError("no response in time");
  first.translate = (texts) => Promise.resolve(texts.map(() => first.says));
  clock.now += 60_000;
  await ask("hello", ANA);
  assert.equal(chain.isAvailable(TOM), true);
  await ask("hello", TOM);
  assert.deepEqual([ANA, TOM, "other"].map(chain.isAvailable), [false, false, false]);
});

Deno.test("chain: ignores texts without words for the breaker", async () => {
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
  const [emoji, text] = await chain.translate(["😀", "hi"], "en", "es", NO_VOCABULARY, ANA);
  assert.deepEqual([emoji?.ok, text?.ok, chain.isAvailable(ANA)], [true, false, false]);
});

import assert from "node:assert/strict";
import { LIMITS } from "../_shared/contracts/limits.ts";
import { makeChain } from "../_shared/translation/chain.ts";
import { enginesFrom } from "../_shared/translation/configured.ts";
import { cannot, down, type Engine, type EngineResult, unsupported } from "../_shared/translation/engine.ts";

interface Fake extends Engine {
  asked: number;
  says: EngineResult<string[]>;
}

/** An engine that answers what the test says next, and counts. */
function fake(name: string): Fake {
  const engine: Fake = {
    name,
    asked: 0,
    says: { ok: true, value: [`by ${name}`] },
    translate: () => {
      engine.asked += 1;
      return Promise.resolve(engine.says);
    },
  };
  return engine;
}

function scene(...names: string[]) {
  const engines = names.map(fake);
  const clock = { now: 0 };
  const limits: number[] = [];
  const logged: unknown[] = [];
  const chain = makeChain({
    engines,
    now: () => clock.now,
    timeout: (milliseconds) => {
      limits.push(milliseconds);
      return new AbortController().signal;
    },
    log: (entry) => logged.push(entry),
  });
  const ask = async () => {
    const result = await chain.translate(["hi"], "en", "es");
    return result.ok ? `${result.value.texts[0]}, ${result.value.engine}` : result.error.code;
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
  one.says = unsupported();
  assert.equal(await ask(), "by two, two");
  assert.deepEqual(limits, [LIMITS.engineTimeout, LIMITS.engineTimeout, LIMITS.engineTimeout]);
});

Deno.test("one that fails is left alone for 30 s, then asked again", async () => {
  const {
    engines: [one, two],
    clock,
    ask,
    chain,
    logged,
  } = scene("one", "two");
  assert.ok(one && two);
  one.says = down("status 500");
  assert.equal(await ask(), "by two, two");
  assert.equal(await ask(), "by two, two");
  assert.equal(one.asked, 1);
  assert.deepEqual(logged, [{ engine: "one", cause: "status 500" }]);

  clock.now = 29_999;
  await ask();
  assert.equal(one.asked, 1);
  clock.now = 30_000;
  one.says = { ok: true, value: ["again"] };
  assert.equal(await ask(), "again, one");
  assert.equal(chain.isUp(), true);
});

Deno.test("while all are left alone the chain says that it is down, and asks nobody", async () => {
  const {
    engines: [one],
    clock,
    ask,
    chain,
  } = scene("one");
  assert.ok(one);
  one.says = down("no connection");
  assert.equal(chain.isUp(), true);
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(chain.isUp(), false);
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(one.asked, 1);
  clock.now = 30_000;
  assert.equal(chain.isUp(), true);
});

Deno.test("a text that an engine cannot do, or a pair that it lacks, does not silence the engine", async () => {
  const {
    engines: [one],
    ask,
    chain,
  } = scene("one");
  assert.ok(one);
  one.says = cannot("empty text");
  assert.equal(await ask(), "translate/unavailable");
  one.says = unsupported();
  assert.equal(await ask(), "translate/unsupported-pair");
  assert.equal(one.asked, 2);
  assert.equal(chain.isUp(), true);
});

Deno.test("a pair is unsupported only when every engine says so: one that is down may know it", async () => {
  const {
    engines: [one, two],
    ask,
  } = scene("one", "two");
  assert.ok(one && two);
  one.says = unsupported();
  two.says = unsupported();
  assert.equal(await ask(), "translate/unsupported-pair");
  two.says = down("status 500");
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(await ask(), "translate/unavailable");
  assert.equal(two.asked, 2);
});

Deno.test("without an engine all is unavailable", async () => {
  const { ask, chain } = scene();
  assert.equal(chain.isUp(), false);
  assert.equal(await ask(), "translate/unavailable");
});

Deno.test("the environment names the engines and their order; one without an address is not there", () => {
  const names = (env: Record<string, string>) => enginesFrom((name) => env[name]).map(({ name }) => name);
  const addresses = { APERTIUM_URL: "http://127.0.0.1:1", LIBRETRANSLATE_URL: "http://127.0.0.1:2" };
  assert.deepEqual(names({}), []);
  assert.deepEqual(names(addresses), ["apertium", "libretranslate"]);
  assert.deepEqual(names({ ...addresses, TRANSLATE_ENGINES: " libretranslate , apertium" }), [
    "libretranslate",
    "apertium",
  ]);
  assert.deepEqual(names({ APERTIUM_URL: "", LIBRETRANSLATE_URL: "http://127.0.0.1:2" }), ["libretranslate"]);
  assert.deepEqual(names({ ...addresses, TRANSLATE_ENGINES: "" }), []);
  assert.throws(() => names({ TRANSLATE_ENGINES: "toString" }), /names "toString"/u);
  assert.throws(() => names({ APERTIUM_URL: "localhost" }), /APERTIUM_URL is not an address/u);
});

/** The pairs that the configured engines translate, as `translate` returns them to everybody. */
import assert from "node:assert/strict";
import { translationStatus } from "../_shared/contracts/backendStatus.ts";
import { canTranslate, groupLanguagePairs, isTranslatable, NO_PAIRS } from "../_shared/contracts/languagePairs.ts";
import { LANGUAGE_CODES } from "../_shared/contracts/languages.ts";
import { createApertiumEngine } from "../_shared/translation/apertium.ts";
import { createDeepLEngine } from "../_shared/translation/deepl.ts";
import type { Engine } from "../_shared/translation/engine.ts";
import { createEngineChain, FAILED_PAIRS_RETRY_MS } from "../_shared/translation/engineChain.ts";
import { createLibreTranslateEngine } from "../_shared/translation/libretranslate.ts";
import { createOpenAiEngine } from "../_shared/translation/openai.ts";
import { protectSpans } from "../_shared/translation/protectedSpans.ts";
import { createWorkersAiEngine } from "../_shared/translation/workersAi.ts";
import { withServer } from "./fakeServer.ts";
import { setupTranslate } from "./translate_setup.ts";

function chainOf(...engines: Engine[]) {
  const clock = { now: 0 };
  const chain = createEngineChain({
    engines: engines.map((engine) => protectSpans(engine, "marks")),
    now: () => clock.now,
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    log: () => {},
  });
  return { chain, clock };
}

const apertiumList = (...pairs: readonly (readonly [string, string])[]) =>
  Response.json({
    responseData: pairs.map(([sourceLanguage, targetLanguage]) => ({ sourceLanguage, targetLanguage })),
  });
const deepl = () => createDeepLEngine("not-a-key", "http://127.0.0.1:1");

Deno.test("language pairs: include Apertium's pairs and its pivots", async () => {
  await withServer(
    () => apertiumList(["fra", "spa"], ["spa", "eng"]),
    async ({ url }) => {
      const pairs = await chainOf(createApertiumEngine(url)).chain.pairs();
      assert.deepEqual(pairs, [
        { from: ["es"], to: ["en", "es"] },
        { from: ["fr"], to: ["en", "es", "fr"] },
      ]);
      assert.equal(canTranslate(pairs, "fr", "en"), true);
      assert.equal(canTranslate(pairs, "en", "fr"), false);
      assert.equal(canTranslate(pairs, "es", "de"), false);
    },
  );
});

Deno.test("language pairs: use LibreTranslate's codes and targets", async () => {
  await withServer(
    () => Response.json([{ code: "en", targets: ["en", "zt", "xx"] }]),
    async ({ url }) => {
      const pairs = await chainOf(createLibreTranslateEngine(url, undefined)).chain.pairs();
      assert.deepEqual(pairs, [{ from: ["en"], to: ["en", "zh-Hant"] }]);
    },
  );
});

Deno.test("language pairs: know the languages that an engine lacks", async () => {
  const workersAi = createWorkersAiEngine({ account: "0".repeat(32), token: "t", url: "http://127.0.0.1:1" });
  const [fromDeepL, fromWorkersAi] = await Promise.all([
    chainOf(deepl()).chain.pairs(),
    chainOf(workersAi).chain.pairs(),
  ]);
  assert.equal(canTranslate(fromDeepL, "de", "ar"), true);
  assert.equal(canTranslate(fromDeepL, "de", "yo"), false);
  assert.equal(canTranslate(fromWorkersAi, "zh-Hant", "en"), true);
  assert.equal(canTranslate(fromWorkersAi, "en", "zh-Hant"), false);
});

Deno.test("language pairs: join the pairs of all engines", async () => {
  await withServer(
    () => apertiumList(["eng", "yor"]),
    async ({ url }) => {
      const pairs = await chainOf(createApertiumEngine(url), deepl()).chain.pairs();
      assert.equal(canTranslate(pairs, "en", "yo"), true);
      assert.equal(canTranslate(pairs, "en", "de"), true);
      assert.equal(canTranslate(pairs, "yo", "en"), false);
    },
  );
});

Deno.test("language pairs: make one group of a language model's", async () => {
  const engine = createOpenAiEngine({ model: "m", url: "http://127.0.0.1:1" });
  assert.deepEqual(await chainOf(engine).chain.pairs(), [{ from: LANGUAGE_CODES, to: LANGUAGE_CODES }]);
});

Deno.test("language pairs: are none without an engine", async () => {
  assert.deepEqual(await chainOf().chain.pairs(), NO_PAIRS);
});

Deno.test("language pairs: are unknown while an engine's list fails", async () => {
  let isUp = false;
  await withServer(
    () => (isUp ? apertiumList(["eng", "spa"]) : new Response("<html>", { status: 502 })),
    async ({ url, requests }) => {
      const { chain, clock } = chainOf(createApertiumEngine(url), deepl());
      assert.deepEqual(await Promise.all([chain.pairs(), chain.pairs()]), [null, null]);
      isUp = true;
      clock.now = FAILED_PAIRS_RETRY_MS - 1;
      assert.equal(await chain.pairs(), null);
      // Anybody may read the status, so a broken server is not requested each time.
      assert.equal(requests.length, 1);
      clock.now += 1;
      assert.equal(canTranslate(await chain.pairs(), "en", "es"), true);
      await chain.pairs();
      assert.equal(requests.length, 2);
    },
  );
});

Deno.test("language pairs: count every pair as possible if unknown", () => {
  assert.equal(canTranslate(null, "en", "yo"), true);
  assert.equal(isTranslatable(null, "to", "yo"), true);
  assert.equal(canTranslate(NO_PAIRS, "en", "en"), true);
});

Deno.test("language pairs: tell sources from targets", () => {
  const pairs = groupLanguagePairs((from, to) => from === "en" && to === "ca");
  assert.equal(isTranslatable(pairs, "from", "en"), true);
  assert.equal(isTranslatable(pairs, "to", "en"), false);
  assert.equal(isTranslatable(pairs, "from", "ca"), false);
  assert.equal(isTranslatable(pairs, "to", "ca"), true);
});

Deno.test("language pairs: stand in the public status", async () => {
  const { handler } = setupTranslate();
  const response = await handler(new Request("http://functions/translate"));
  assert.deepEqual(translationStatus.parse(await response.json()), {
    configured: true,
    pairs: [{ from: ["en"], to: ["en", "es"] }],
  });
});

Deno.test("language pairs: reject a status of another shape", () => {
  for (const pairs of [[{ from: ["en"], to: ["xx"] }], [{ from: ["en"] }], "all", undefined]) {
    assert.equal(translationStatus.safeParse({ configured: true, pairs }).success, false);
  }
});

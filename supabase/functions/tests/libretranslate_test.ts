import assert from "node:assert/strict";
import { collectResults } from "../_shared/translation/engine.ts";
import { createLibreTranslateEngine } from "../_shared/translation/libretranslate.ts";
import { BROKEN_RESPONSES, type ReceivedRequest, TIME_BUDGET, withServer } from "./fakeServer.ts";

const list = () =>
  Response.json([
    { code: "en", name: "English", targets: ["en", "es", "zh"] },
    { code: "es", name: "Spanish", targets: ["en", "es"] },
  ]);

function echo({ path, body }: ReceivedRequest): Response {
  if (path === "/languages") return list();
  const { q, source, target } = JSON.parse(body);
  return Response.json({ translatedText: q.map((text: string) => `${source}|${target}(${text})`) });
}

Deno.test("LibreTranslate: sends all texts in one request, with its key", async () => {
  await withServer(echo, async ({ url, requests }) => {
    const result = collectResults(
      await createLibreTranslateEngine(url, "key").translate(["a\nb", "<i>c</i>"], "en", "es", TIME_BUDGET),
    );
    assert.deepEqual(result, { ok: true, value: ["en|es(a\nb)", "en|es(<i>c</i>)"] });
    assert.deepEqual(JSON.parse(requests.at(-1)?.body ?? ""), {
      q: ["a\nb", "<i>c</i>"],
      source: "en",
      target: "es",
      format: "text",
      api_key: "key",
    });
    collectResults(await createLibreTranslateEngine(url, undefined).translate(["a"], "en", "es", TIME_BUDGET));
    assert.equal("api_key" in JSON.parse(requests.at(-1)?.body ?? ""), false);
  });
});

Deno.test("LibreTranslate: fetches languages once and uses its codes", async () => {
  await withServer(echo, async ({ url, requests }) => {
    const engine = createLibreTranslateEngine(url, undefined);
    assert.deepEqual(collectResults(await engine.translate(["hi"], "en", "zh-Hans", TIME_BUDGET)), {
      ok: true,
      value: ["en|zh(hi)"],
    });
    for (const [source, target] of [
      ["es", "zh-Hans"],
      ["en", "ja"],
      ["ja", "en"],
    ] as const) {
      const result = collectResults(await engine.translate(["hi"], source, target, TIME_BUDGET));
      assert.equal(!result.ok && result.error.code, "translate/unsupported-pair");
    }
    assert.equal(requests.filter(({ path }) => path === "/languages").length, 1);
  });
});

for (const { name, cause, attempted, respond } of BROKEN_RESPONSES) {
  Deno.test(`LibreTranslate: ${name} is an engine failure`, async () => {
    await withServer(
      ({ path }) => (path === "/languages" ? list() : respond()),
      async ({ url }) => {
        assert.deepEqual(
          collectResults(await createLibreTranslateEngine(url, undefined).translate(["hi"], "en", "es", TIME_BUDGET)),
          {
            ok: false,
            error: { code: "translate/unavailable", cause, engineFailed: true, attempted },
          },
        );
      },
    );
  });
}

const WRONG = [
  ["no text", { translatedText: [] }, "wrong number of texts"],
  ["too many texts", { translatedText: ["hola", "adiós", "más"] }, "wrong number of texts"],
  ["a blank text", { translatedText: ["hola", " "] }, "empty text"],
] as const;
for (const [name, body, cause] of WRONG) {
  Deno.test(`LibreTranslate: ${name} fails for the text alone`, async () => {
    await withServer(
      ({ path }) => (path === "/languages" ? list() : Response.json(body)),
      async ({ url }) => {
        assert.deepEqual(
          collectResults(
            await createLibreTranslateEngine(url, undefined).translate(["hi", "bye"], "en", "es", TIME_BUDGET),
          ),
          {
            ok: false,
            error: { code: "translate/unavailable", cause, engineFailed: false, attempted: true },
          },
        );
      },
    );
  });
}

Deno.test("LibreTranslate: splits large batches and keeps the order", async () => {
  await withServer(echo, async ({ url, requests }) => {
    const many = Array.from({ length: 50 }, (_, index) => `n${index}`);
    const results = await createLibreTranslateEngine(url, undefined).translate(many, "en", "es", TIME_BUDGET);
    assert.deepEqual(collectResults(results), { ok: true, value: many.map((text) => `en|es(${text})`) });
    const sizes = requests.filter(({ path }) => path === "/translate").map(({ body }) => JSON.parse(body).q.length);
    assert.deepEqual(sizes, [10, 10, 10, 10, 10]);
  });
});

Deno.test("LibreTranslate: a rejected or empty text fails alone", async () => {
  const picky = (request: ReceivedRequest) => {
    if (request.path === "/languages") return list();
    const { q } = JSON.parse(request.body);
    if (q.includes("poison")) return Response.json({ error: "no" }, { status: 400 });
    return Response.json({ translatedText: q.map((text: string) => (text === "void" ? "" : text)) });
  };
  await withServer(picky, async ({ url }) => {
    const results = await createLibreTranslateEngine(url, undefined).translate(
      ["a", "poison", "void", "b"],
      "en",
      "es",
      TIME_BUDGET,
    );
    assert.deepEqual(
      results.map((result) => (result.ok ? result.value : result.error.cause)),
      ["a", "status 400", "empty text", "b"],
    );
  });
});

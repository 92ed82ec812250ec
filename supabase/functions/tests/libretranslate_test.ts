import assert from "node:assert/strict";
import { makeLibreTranslate } from "../_shared/translation/libretranslate.ts";
import { type Asked, BROKEN, soon, withServer } from "./server.ts";

const list = () =>
  Response.json([
    { code: "en", name: "English", targets: ["en", "es", "zh"] },
    { code: "es", name: "Spanish", targets: ["en", "es"] },
  ]);

function echo({ path, body }: Asked): Response {
  if (path === "/languages") return list();
  const { q, source, target } = JSON.parse(body);
  return Response.json({ translatedText: q.map((text: string) => `${source}|${target}(${text})`) });
}

Deno.test("LibreTranslate: all texts in one request, as plain text, with its key if it has one", async () => {
  await withServer(echo, async ({ url, asked }) => {
    const result = await makeLibreTranslate(url, "key").translate(["a\nb", "<i>c</i>"], "en", "es", soon());
    assert.deepEqual(result, { ok: true, value: ["en|es(a\nb)", "en|es(<i>c</i>)"] });
    assert.deepEqual(JSON.parse(asked.at(-1)?.body ?? ""), {
      q: ["a\nb", "<i>c</i>"],
      source: "en",
      target: "es",
      format: "text",
      api_key: "key",
    });
    await makeLibreTranslate(url, undefined).translate(["a"], "en", "es", soon());
    assert.equal("api_key" in JSON.parse(asked.at(-1)?.body ?? ""), false);
  });
});

Deno.test("LibreTranslate: its languages are asked for once, and its names are used", async () => {
  await withServer(echo, async ({ url, asked }) => {
    const engine = makeLibreTranslate(url, undefined);
    assert.deepEqual(await engine.translate(["hi"], "en", "zh-Hans", soon()), { ok: true, value: ["en|zh(hi)"] });
    for (const [source, target] of [
      ["es", "zh-Hans"],
      ["en", "ja"],
      ["ja", "en"],
    ] as const) {
      const result = await engine.translate(["hi"], source, target, soon());
      assert.equal(!result.ok && result.error.code, "translate/unsupported-pair");
    }
    assert.equal(asked.filter(({ path }) => path === "/languages").length, 1);
  });
});

for (const { name, cause, answer } of BROKEN) {
  Deno.test(`LibreTranslate: ${name} instead of a translation is a failure of the engine`, async () => {
    await withServer(
      ({ path }) => (path === "/languages" ? list() : answer()),
      async ({ url }) => {
        assert.deepEqual(await makeLibreTranslate(url, undefined).translate(["hi"], "en", "es", soon()), {
          ok: false,
          error: { code: "translate/unavailable", cause, down: true },
        });
      },
    );
  });
}

const WRONG = [
  ["too few texts", { translatedText: ["hola"] }, "wrong number of texts"],
  ["too many texts", { translatedText: ["hola", "adiós", "más"] }, "wrong number of texts"],
  ["a blank text", { translatedText: ["hola", " "] }, "empty text"],
] as const;
for (const [name, answer, cause] of WRONG) {
  Deno.test(`LibreTranslate: ${name} is a failure, and not of the engine`, async () => {
    await withServer(
      ({ path }) => (path === "/languages" ? list() : Response.json(answer)),
      async ({ url }) => {
        assert.deepEqual(await makeLibreTranslate(url, undefined).translate(["hi", "bye"], "en", "es", soon()), {
          ok: false,
          error: { code: "translate/unavailable", cause, down: false },
        });
      },
    );
  });
}

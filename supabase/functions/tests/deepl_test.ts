/** DeepL against a scripted server (developers.deepl.com/api-reference/translate). */
import assert from "node:assert/strict";
import { createDeepLEngine } from "../_shared/translation/deepl.ts";
import { collectResults } from "../_shared/translation/engine.ts";
import { protectSpans } from "../_shared/translation/protectedSpans.ts";
import {
  BROKEN_RESPONSES,
  EDGE_CASE_TEXTS,
  EDGE_CASE_TEXTS_UPPERCASE,
  type ReceivedRequest,
  TIME_BUDGET,
  withServer,
} from "./fakeServer.ts";

const KEY = "279a2e9d-not-a-key:fx";
const translations = (texts: readonly string[]) =>
  Response.json({ translations: texts.map((text) => ({ detected_source_language: "ES", text })) });
const echo = ({ body }: ReceivedRequest) => {
  const { text, target_lang } = JSON.parse(body);
  return translations(text.map((sourceText: string) => `${target_lang}: ${sourceText}`));
};

Deno.test("DeepL: sends all texts in one request", async () => {
  await withServer(echo, async ({ url, requests }) => {
    const result = collectResults(
      await createDeepLEngine(KEY, url).translate(["a\nb", "<i>c</i>"], "es", "en", TIME_BUDGET),
    );
    assert.deepEqual(result, { ok: true, value: ["EN-US: a\nb", "EN-US: <i>c</i>"] });
    const [{ method, path, body, headers } = assert.fail("no request")] = requests;
    assert.deepEqual([method, path], ["POST", "/v2/translate"]);
    assert.equal(headers.get("authorization"), `DeepL-Auth-Key ${KEY}`);
    assert.deepEqual(JSON.parse(body), {
      text: ["a\nb", "<i>c</i>"],
      source_lang: "ES",
      target_lang: "EN-US",
      preserve_formatting: true,
    });
  });
});

const PAIRS = [
  ["en", "zh-Hant", "EN", "ZH-HANT"],
  ["zh-Hans", "nb", "ZH", "NB"],
  ["pt", "ku", "PT", "KMR"],
  ["ku", "pt", "KMR", "PT-BR"],
] as const;
for (const [source, target, source_lang, target_lang] of PAIRS) {
  Deno.test(`DeepL: maps ${source}–${target} to ${source_lang}–${target_lang}`, async () => {
    await withServer(echo, async ({ url, requests }) => {
      collectResults(await createDeepLEngine(KEY, url).translate(["a"], source, target, TIME_BUDGET));
      const { text: _text, preserve_formatting: _formatting, ...pair } = JSON.parse(requests[0]?.body ?? "{}");
      assert.deepEqual(pair, { source_lang, target_lang });
    });
  });
}

Deno.test("DeepL: reports a missing language as unsupported pair", async () => {
  const says = () => Response.json({ message: "Value for 'target_lang' not supported." }, { status: 400 });
  await withServer(says, async ({ url, requests }) => {
    for (const [source, target] of [
      ["yo", "en"],
      ["en", "ti"],
      ["en", "es"],
    ] as const) {
      const result = collectResults(await createDeepLEngine(KEY, url).translate(["hi"], source, target, TIME_BUDGET));
      assert.deepEqual(result, {
        ok: false,
        error: { code: "translate/unsupported-pair", cause: "no such pair", engineFailed: false, attempted: false },
      });
    }
    assert.equal(requests.length, 1);
  });
});

Deno.test("DeepL: reports an exhausted monthly quota", async () => {
  const says = () => Response.json({ message: "Quota Exceeded" }, { status: 456 });
  await withServer(says, async ({ url }) => {
    assert.deepEqual(collectResults(await createDeepLEngine(KEY, url).translate(["hi"], "en", "es", TIME_BUDGET)), {
      ok: false,
      error: { code: "translate/quota", cause: "status 456", engineFailed: true, attempted: false },
    });
  });
});

for (const { name, cause, attempted, respond } of BROKEN_RESPONSES) {
  Deno.test(`DeepL: ${name} is an engine failure`, async () => {
    await withServer(respond, async ({ url }) => {
      assert.deepEqual(collectResults(await createDeepLEngine(KEY, url).translate(["hi"], "en", "es", TIME_BUDGET)), {
        ok: false,
        error: { code: "translate/unavailable", cause, engineFailed: true, attempted },
      });
    });
  });
}

const WRONG = [
  ["no text", () => translations([]), "wrong number of texts"],
  ["a blank text", () => translations(["hola", "\u0000 \n"]), "empty text"],
  ["an endless text", () => translations(["hola", "x".repeat(1_000)]), "too long a text"],
  ["a rejection", () => Response.json({ message: "Bad request" }, { status: 400 }), "status 400"],
] as const;
for (const [name, respond, cause] of WRONG) {
  Deno.test(`DeepL: ${name} fails for the text alone`, async () => {
    await withServer(respond, async ({ url }) => {
      assert.deepEqual(
        collectResults(await createDeepLEngine(KEY, url).translate(["hi", "bye"], "en", "es", TIME_BUDGET)),
        {
          ok: false,
          error: { code: "translate/unavailable", cause, engineFailed: false, attempted: true },
        },
      );
    });
  });
}

Deno.test("DeepL: splits large batches and keeps the order", async () => {
  await withServer(echo, async ({ url, requests }) => {
    const many = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const long = Array.from({ length: 20 }, () => "ü".repeat(4_000));
    const result = collectResults(
      await createDeepLEngine(KEY, url).translate([...many, ...long], "en", "de", TIME_BUDGET),
    );
    assert.deepEqual(result, { ok: true, value: [...many, ...long].map((text) => `DE: ${text}`) });
    for (const { body } of requests) {
      assert.ok(JSON.parse(body).text.length <= 50);
      assert.ok(new TextEncoder().encode(body).length < 128 * 1024);
    }
  });
});

Deno.test("DeepL: returns protected spans unchanged", async () => {
  const shouts = ({ body }: ReceivedRequest) =>
    translations(JSON.parse(body).text.map((text: string) => text.toUpperCase()));
  await withServer(shouts, async ({ url }) => {
    const engine = protectSpans(createDeepLEngine(KEY, url), "marks");
    assert.deepEqual(collectResults(await engine.translate(EDGE_CASE_TEXTS, "es", "en", TIME_BUDGET)), {
      ok: true,
      value: EDGE_CASE_TEXTS_UPPERCASE,
    });
  });
});

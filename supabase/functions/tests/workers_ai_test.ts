/** Workers AI against a scripted server (developers.cloudflare.com/workers-ai/models/m2m100-1.2b). */
import assert from "node:assert/strict";
import { collectResults } from "../_shared/translation/engine.ts";
import { protectSpans } from "../_shared/translation/protectedSpans.ts";
import { createWorkersAiEngine } from "../_shared/translation/workersAi.ts";
import {
  BROKEN_RESPONSES,
  EDGE_CASE_TEXTS,
  EDGE_CASE_TEXTS_UPPERCASE,
  type ReceivedRequest,
  TIME_BUDGET,
  withServer,
} from "./fakeServer.ts";

const account = "0123456789abcdef0123456789abcdef";
const token = "not-a-token";
const translated = (translated_text: string) =>
  Response.json({ result: { translated_text }, success: true, errors: [], messages: [] });
const fault = (status: number, code: number, result: unknown = null) =>
  Response.json({ result, success: false, errors: [{ code, message: "no" }], messages: [] }, { status });
const echo = ({ body }: ReceivedRequest) => {
  const { text, source_lang, target_lang } = JSON.parse(body);
  return translated(`${source_lang}|${target_lang}(${text})`);
};

Deno.test("Workers AI: sends each text alone and keeps the order", async () => {
  await withServer(echo, async ({ url, requests }) => {
    const texts = Array.from({ length: 13 }, (_, index) => `n${index}`);
    const result = collectResults(
      await createWorkersAiEngine({ account, token, url }).translate(texts, "es", "en", TIME_BUDGET),
    );
    assert.deepEqual(result, { ok: true, value: texts.map((text) => `es|en(${text})`) });
    const [{ method, path, headers } = assert.fail("nothing was asked")] = requests;
    assert.deepEqual([method, path], ["POST", `/client/v4/accounts/${account}/ai/run/@cf/meta/m2m100-1.2b`]);
    assert.equal(headers.get("authorization"), `Bearer ${token}`);
  });
});

Deno.test("Workers AI: uses its codes and reports unsupported pairs", async () => {
  await withServer(echo, async ({ url, requests }) => {
    const engine = createWorkersAiEngine({ account, token, url });
    assert.deepEqual(collectResults(await engine.translate(["a"], "nb", "zh-Hans", TIME_BUDGET)), {
      ok: true,
      value: ["no|zh(a)"],
    });
    assert.deepEqual(collectResults(await engine.translate(["a"], "zh-Hant", "en", TIME_BUDGET)), {
      ok: true,
      value: ["zh|en(a)"],
    });
    for (const [source, target] of [
      ["en", "zh-Hant"],
      ["en", "eu"],
      ["te", "en"],
    ] as const) {
      const result = collectResults(await engine.translate(["a"], source, target, TIME_BUDGET));
      assert.equal(!result.ok && result.error.code, "translate/unsupported-pair");
    }
    assert.equal(requests.length, 2);
  });
});

Deno.test("Workers AI: distinguishes an exhausted quota from a rate limit", async () => {
  for (const [code, expected] of [
    [3036, { code: "translate/quota", cause: "error 3036", engineFailed: true, attempted: false }],
    [3040, { code: "translate/unavailable", cause: "status 429", engineFailed: true, attempted: false }],
  ] as const) {
    await withServer(
      () => fault(429, code),
      async ({ url }) => {
        const result = collectResults(
          await createWorkersAiEngine({ account, token, url }).translate(["hi"], "en", "es", TIME_BUDGET),
        );
        assert.deepEqual(result, { ok: false, error: expected });
      },
    );
  }
});

for (const { name, cause, attempted, respond } of BROKEN_RESPONSES) {
  Deno.test(`Workers AI: ${name} is an engine failure`, async () => {
    await withServer(respond, async ({ url }) => {
      const result = collectResults(
        await createWorkersAiEngine({ account, token, url }).translate(["hi"], "en", "es", TIME_BUDGET),
      );
      assert.deepEqual(result, {
        ok: false,
        error: { code: "translate/unavailable", cause, engineFailed: true, attempted },
      });
    });
  });
}

const WRONG = [
  ["no success", () => fault(200, 1, { translated_text: "hola" }), "not the JSON of this engine", true],
  ["a blank text", () => translated(" "), "empty text", false],
  ["a stammering model", () => translated("hola ".repeat(400)), "too long a text", false],
  ["a rejected text", () => fault(400, 5004), "status 400", false],
  ["a timeout of the server", () => fault(408, 3007), "status 408", true],
] as const;
for (const [name, respond, cause, isEngineFailure] of WRONG) {
  Deno.test(`Workers AI: ${name} fails`, async () => {
    await withServer(respond, async ({ url }) => {
      const result = collectResults(
        await createWorkersAiEngine({ account, token, url }).translate(["hi"], "en", "es", TIME_BUDGET),
      );
      assert.deepEqual(result, {
        ok: false,
        error: {
          code: "translate/unavailable",
          cause,
          engineFailed: isEngineFailure,
          attempted: cause !== "status 408",
        },
      });
    });
  });
}

Deno.test("Workers AI: returns protected spans unchanged", async () => {
  // Like the model, it joins blanks and drops unknown characters.
  const model = ({ body }: ReceivedRequest) =>
    translated(
      JSON.parse(body)
        .text.replaceAll(/[^\p{L}\p{N} ,]/gu, "")
        .toUpperCase(),
    );
  await withServer(model, async ({ url }) => {
    const engine = protectSpans(createWorkersAiEngine({ account, token, url }), "stretches");
    assert.deepEqual(collectResults(await engine.translate(EDGE_CASE_TEXTS, "es", "en", TIME_BUDGET)), {
      ok: true,
      value: EDGE_CASE_TEXTS_UPPERCASE,
    });
  });
});

/** The function `summarise`: access, claims and results. */
import assert from "node:assert/strict";
import { backendStatus } from "../_shared/contracts/backendStatus.ts";
import { fail, ok } from "../_shared/contracts/errors.ts";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import { type Engine, engineError, unsupportedPair } from "../_shared/translation/engine.ts";
import { chunkLines, chunkPrompt } from "../summarise/prompt.ts";
import type { SummaryModel } from "../summarise/summaryModel.ts";
import type { SummaryClaim } from "../summarise/summaryStore.ts";
import { ANA, bearer } from "./callers.ts";
import { withServer } from "./fakeServer.ts";
import {
  chainOf,
  goodCompletion,
  idOf,
  KEY,
  modelAt,
  NO_TASK,
  PENDING_RESULT,
  promptOf,
  SUMMARY_CALL_ID,
  SUMMARY_LINES,
  setupSummarise,
  summaryClaim,
  translationTaskClaim,
} from "./summarise_setup.ts";

Deno.test("summarise: responds at once and stores the summary with citations", async () => {
  await withServer(goodCompletion, async ({ url, requests }) => {
    const { call, seen } = setupSummarise({ model: modelAt(url) });
    assert.deepEqual(await call(), PENDING_RESULT);
    assert.deepEqual(seen.claimed, [
      { call_id: SUMMARY_CALL_ID, language: null, again: false, userId: ANA, model: true, translator: true },
    ]);
    assert.deepEqual(seen.stored, [
      {
        ...{ state: 7, language: "es", lines_read: 5, lines_all: 5, model: "a-model" },
        sentences: [
          { text: "El autobús sale a las ocho.", line_ids: [idOf(1)] },
          { text: "Tom llama al museo.", line_ids: [idOf(2)] },
        ],
      },
    ]);
    assert.deepEqual(seen.log, []);
    const [request = assert.fail("nothing was asked")] = requests;
    assert.deepEqual([request.method, request.path], ["POST", "/v1/chat/completions"]);
    assert.equal(request.headers.get("authorization"), `Bearer ${KEY}`);
    assert.equal(request.body.includes(KEY), false);
    assert.equal(JSON.parse(request.body).model, "a-model");
    assert.deepEqual(promptOf(request).lines[1], { n: 2, who: "Tom", text: "I call the museum tomorrow." });
    assert.equal(promptOf(request).language, "Spanish");
  });
});

Deno.test("summarise: translates a new summary for its caller", async () => {
  await withServer(goodCompletion, async ({ url, requests }) => {
    const { call, seen } = setupSummarise({
      model: modelAt(url),
      claims: [ok(summaryClaim()), ok(translationTaskClaim)],
    });
    assert.deepEqual(await call({ body: { call_id: SUMMARY_CALL_ID, language: "en", again: true } }), PENDING_RESULT);
    assert.deepEqual(
      seen.claimed.map((claim) => (claim as { again: boolean }).again),
      [true, false],
    );
    assert.deepEqual(seen.rendered, [{ state: 7, target: "en", texts: [{ number: 1, text: "en: Sale a las ocho." }] }]);
    const reader = setupSummarise({ claims: [ok(translationTaskClaim)] });
    assert.deepEqual(await reader.call({ body: { call_id: SUMMARY_CALL_ID, language: "en" } }), PENDING_RESULT);
    assert.deepEqual(reader.seen.stored, []);
    assert.equal(reader.seen.rendered.length, 1);
    assert.equal(requests.length, 1);
  });
});

Deno.test("summarise: passes the glossary to engine and model", async () => {
  const terms: TermEntry[] = [
    { language: "es", term: "Puerta Norte", never: true, translations: {} },
    { language: "en", term: "museum", never: false, translations: { es: "pinacoteca" } },
    { language: "en", term: "unsaid", never: true, translations: {} },
  ];
  const [part = assert.fail("no part")] = chunkLines(SUMMARY_LINES);
  assert.deepEqual((chunkPrompt(part, "es", terms, 3) as { glossary: unknown }).glossary, [
    { term: "Puerta Norte", as: "Puerta Norte" },
    { term: "museum", as: "pinacoteca" },
  ]);
  const kept: SummaryClaim = {
    ...translationTaskClaim,
    work: {
      ...{ kind: "translate", state: 7, language: "es", target: "en" },
      sentences: [{ number: 1, text: "Sale desde la Puerta Norte con @Juan Blanco." }],
      terms: [{ language: "es", term: "Puerta Norte", never: false, translations: { en: "North Gate" } }],
      names: ["Juan Blanco"],
    },
  };
  const upperCase: Engine = {
    name: "upper case",
    translate: (texts) => Promise.resolve(texts.map((text) => ({ ok: true, value: text.toUpperCase() }))),
  };
  const { call, seen } = setupSummarise({ claims: [ok(kept)], chain: chainOf(upperCase) });
  await call({ body: { call_id: SUMMARY_CALL_ID, language: "en" } });
  const [rendered] = seen.rendered;
  assert.ok(rendered !== undefined && "texts" in rendered);
  assert.equal(rendered.texts[0]?.text, "SALE DESDE LA North Gate CON @Juan Blanco.");
});

Deno.test("summarise: counts no attempt for a failing engine", async () => {
  const statusAfter = async (failure: typeof engineError | typeof unsupportedPair) => {
    const failing: Engine = { name: "failing", translate: () => Promise.resolve([failure("status 500")]) };
    const { call, seen } = setupSummarise({ claims: [ok(translationTaskClaim)], chain: chainOf(failing) });
    await call({ body: { call_id: SUMMARY_CALL_ID, language: "en" } });
    return seen.rendered[0];
  };
  const to = { state: 7, target: "en" };
  assert.deepEqual(await statusAfter(engineError), {
    ...to,
    reason: "translate/unavailable",
    counts: false,
    final: false,
  });
  assert.deepEqual(await statusAfter(unsupportedPair), {
    ...to,
    reason: "translate/unsupported-pair",
    counts: false,
    final: true,
  });
});

Deno.test("summarise: does nothing for claimed, exhausted or short calls", async () => {
  await withServer(goodCompletion, async ({ url, requests }) => {
    for (const [claim, expected] of [
      [{ ...NO_TASK, taken: true }, PENDING_RESULT],
      [
        { ...NO_TASK, reason: "summary/quota" },
        { under_way: false, reason: "summary/quota" },
      ],
      [NO_TASK, { under_way: false, reason: null }],
    ] as const) {
      const { call, seen } = setupSummarise({ model: modelAt(url), claims: [ok(claim)] });
      assert.deepEqual(await call(), expected);
      assert.deepEqual([seen.stored, seen.rendered], [[], []]);
    }
    assert.equal(requests.length, 0);
  });
});

Deno.test("summarise: rejects callers who may not read the call", async () => {
  for (const [authorized, expected] of [
    [fail("meeting/not-entered"), "403 meeting/not-entered"],
    [fail("request/sign-in-needed"), "401 request/sign-in-needed"],
  ] as const) {
    const { call, seen } = setupSummarise({ authorized });
    assert.equal(await call(), expected);
    assert.deepEqual(seen.claimed, []);
  }
  for (const authorization of [null, "Bearer sb_publishable_x", bearer({ role: "anon" })])
    assert.equal(await setupSummarise({}).call({ authorization }), "401 request/sign-in-needed");
  const limited = setupSummarise({ claims: [fail("request/rate-limited")] });
  assert.equal(await limited.call(), "429 request/rate-limited");
});

const REFUSED: readonly [string, unknown, string][] = [
  ["no JSON", "<html>", "400 request/invalid"],
  ["no call", { call_id: "or 1=1", language: null }, "400 request/invalid"],
  ["an unknown language", { call_id: SUMMARY_CALL_ID, language: "tlh" }, "400 request/invalid"],
  ["a missing language", { call_id: SUMMARY_CALL_ID }, "400 request/invalid"],
  [
    "a body that is too large",
    { call_id: SUMMARY_CALL_ID, language: null, more: "x".repeat(2_000) },
    "413 request/too-large",
  ],
];
for (const [name, body, expected] of REFUSED) {
  Deno.test(`summarise: rejects ${name}`, async () => {
    const { call, seen } = setupSummarise({});
    assert.equal(await call({ body }), expected);
    assert.deepEqual(seen.claimed, []);
  });
}

Deno.test("summarise: logs background failures by their code alone", async () => {
  const broken: SummaryModel = {
    name: "m",
    isAvailable: () => true,
    summarise: () => Promise.reject(new TypeError("a secret")),
  };
  const { call, seen } = setupSummarise({ model: broken });
  assert.deepEqual(await call(), PENDING_RESULT);
  assert.deepEqual(seen.log, [{ code: "bug/unexpected", cause: "TypeError" }]);
});

Deno.test("summarise: returns to everybody whether a model is configured", async () => {
  const state = async (model: SummaryModel | null) => {
    const response = await setupSummarise({ model }).handler(new Request("http://functions/summarise"));
    return backendStatus.parse(await response.json());
  };
  assert.deepEqual(await state(null), { configured: false });
  assert.deepEqual(await state(modelAt("http://127.0.0.1:1")), { configured: true });
});

/** Who may have a call summed up, and what is done for them. */
import assert from "node:assert/strict";
import { fail, ok } from "../_shared/contracts/errors.ts";
import { functionState } from "../_shared/contracts/functionState.ts";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import { down, type Engine, unsupported } from "../_shared/translation/engine.ts";
import type { Claim } from "../summarise/calls.ts";
import type { Model } from "../summarise/model.ts";
import { aboutPart, partsOf } from "../summarise/parts.ts";
import { ANA, bearer } from "./ana.ts";
import { withServer } from "./server.ts";
import {
  aboutOf,
  CALL,
  chainOf,
  GOOD,
  idOf,
  KEY,
  LINES,
  modelAt,
  NOTHING,
  scene,
  translating,
  UNDER_WAY,
  writing,
} from "./summarise_scene.ts";

Deno.test("summarise: a call is claimed, answered at once, summed up and stored with the lines of each sentence", async () => {
  await withServer(GOOD, async ({ url, asked }) => {
    const { call, seen } = scene({ model: modelAt(url) });
    assert.deepEqual(await call(), UNDER_WAY);
    assert.deepEqual(seen.claimed, [
      { call_id: CALL, language: null, again: false, userId: ANA, model: true, translator: true },
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
    const [one = assert.fail("nothing was asked")] = asked;
    assert.deepEqual([one.method, one.path], ["POST", "/v1/chat/completions"]);
    assert.equal(one.headers.get("authorization"), `Bearer ${KEY}`);
    assert.equal(one.body.includes(KEY), false);
    assert.equal(JSON.parse(one.body).model, "a-model");
    assert.deepEqual(aboutOf(one).lines[1], { n: 2, who: "Tom", text: "I call the museum tomorrow." });
    assert.equal(aboutOf(one).language, "Spanish");
  });
});

Deno.test("summarise: what is written is put into the asker's language at once; a reader of another asks for that alone", async () => {
  await withServer(GOOD, async ({ url, asked }) => {
    const { call, seen } = scene({ model: modelAt(url), claims: [ok(writing()), ok(translating)] });
    assert.deepEqual(await call({ body: { call_id: CALL, language: "en", again: true } }), UNDER_WAY);
    assert.deepEqual(
      seen.claimed.map((claim) => (claim as { again: boolean }).again),
      [true, false],
    );
    assert.deepEqual(seen.rendered, [{ state: 7, target: "en", texts: [{ number: 1, text: "en: Sale a las ocho." }] }]);
    const reader = scene({ claims: [ok(translating)] });
    assert.deepEqual(await reader.call({ body: { call_id: CALL, language: "en" } }), UNDER_WAY);
    assert.deepEqual(reader.seen.stored, []);
    assert.equal(reader.seen.rendered.length, 1);
    assert.equal(asked.length, 1);
  });
});

Deno.test("summarise: the glossary goes to the engine with a translation, and to the model with the words that were said", async () => {
  const terms: TermEntry[] = [
    { language: "es", term: "Puerta Norte", never: true, translations: {} },
    { language: "en", term: "museum", never: false, translations: { es: "pinacoteca" } },
    { language: "en", term: "unsaid", never: true, translations: {} },
  ];
  const [part = assert.fail("no part")] = partsOf(LINES);
  assert.deepEqual((aboutPart(part, "es", terms, 3) as { glossary: unknown }).glossary, [
    { term: "Puerta Norte", as: "Puerta Norte" },
    { term: "museum", as: "pinacoteca" },
  ]);
  const kept: Claim = {
    ...translating,
    work: {
      ...{ kind: "translate", state: 7, language: "es", target: "en" },
      sentences: [{ number: 1, text: "Sale desde la Puerta Norte." }],
      terms: [{ language: "es", term: "Puerta Norte", never: false, translations: { en: "North Gate" } }],
    },
  };
  const { call, seen } = scene({ claims: [ok(kept)] });
  await call({ body: { call_id: CALL, language: "en" } });
  const [rendered] = seen.rendered;
  assert.ok(rendered !== undefined && "texts" in rendered);
  assert.equal(rendered.texts[0]?.text, "en: Sale desde la North Gate.");
});

Deno.test("summarise: an engine that is down costs no try, a pair that there is not ends it", async () => {
  const one = async (answer: typeof down | typeof unsupported) => {
    const failing: Engine = { name: "failing", translate: () => Promise.resolve([answer("status 500")]) };
    const { call, seen } = scene({ claims: [ok(translating)], chain: chainOf(failing) });
    await call({ body: { call_id: CALL, language: "en" } });
    return seen.rendered[0];
  };
  const to = { state: 7, target: "en" };
  assert.deepEqual(await one(down), { ...to, reason: "translate/unavailable", counts: false, final: false });
  assert.deepEqual(await one(unsupported), { ...to, reason: "translate/unsupported-pair", counts: false, final: true });
});

Deno.test("summarise: what is taken, used up or too short is said, and nothing is done", async () => {
  await withServer(GOOD, async ({ url, asked }) => {
    for (const [claim, expected] of [
      [{ ...NOTHING, taken: true }, UNDER_WAY],
      [
        { ...NOTHING, reason: "summary/quota" },
        { under_way: false, reason: "summary/quota" },
      ],
      [NOTHING, { under_way: false, reason: null }],
    ] as const) {
      const { call, seen } = scene({ model: modelAt(url), claims: [ok(claim)] });
      assert.deepEqual(await call(), expected);
      assert.deepEqual([seen.stored, seen.rendered], [[], []]);
    }
    assert.equal(asked.length, 0);
  });
});

Deno.test("summarise: only for who may read the call, by a token that was shown to the database", async () => {
  for (const [readable, expected] of [
    [ok(false), "403 meeting/not-entered"],
    [fail("request/sign-in-needed"), "401 request/sign-in-needed"],
  ] as const) {
    const { call, seen } = scene({ readable });
    assert.equal(await call(), expected);
    assert.deepEqual(seen.claimed, []);
  }
  for (const authorization of [null, "Bearer sb_publishable_x", bearer({ role: "anon" })])
    assert.equal(await scene({}).call({ authorization }), "401 request/sign-in-needed");
  const limited = scene({ claims: [fail("request/rate-limited")] });
  assert.equal(await limited.call(), "429 request/rate-limited");
});

const REFUSED: readonly [string, unknown, string][] = [
  ["no JSON", "<html>", "400 request/invalid"],
  ["no call", { call_id: "or 1=1", language: null }, "400 request/invalid"],
  ["a language that is none", { call_id: CALL, language: "tlh" }, "400 request/invalid"],
  ["a language left out", { call_id: CALL }, "400 request/invalid"],
  ["too much", { call_id: CALL, language: null, more: "x".repeat(2_000) }, "413 request/too-large"],
];
for (const [name, body, expected] of REFUSED) {
  Deno.test(`summarise: refuses ${name}`, async () => {
    const { call, seen } = scene({});
    assert.equal(await call({ body }), expected);
    assert.deepEqual(seen.claimed, []);
  });
}

Deno.test("summarise: what breaks behind the answer is logged, by its code alone", async () => {
  const broken: Model = { name: "m", isUp: () => true, sumUp: () => Promise.reject(new TypeError("a secret")) };
  const { call, seen } = scene({ model: broken });
  assert.deepEqual(await call(), UNDER_WAY);
  assert.deepEqual(seen.log, [{ code: "bug/unexpected", cause: "TypeError" }]);
});

Deno.test("summarise: whether there is a model is told to whoever asks", async () => {
  const state = async (model: Model | null) => {
    const answer = await scene({ model }).handler(new Request("http://functions/summarise"));
    return functionState.parse(await answer.json());
  };
  assert.deepEqual(await state(null), { configured: false });
  assert.deepEqual(await state(modelAt("http://127.0.0.1:1")), { configured: true });
});

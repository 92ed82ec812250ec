import assert from "node:assert/strict";
import { createApertiumEngine } from "../_shared/translation/apertium.ts";
import { collectResults } from "../_shared/translation/engine.ts";
import { BROKEN_RESPONSES, type ReceivedRequest, TIME_BUDGET, withServer } from "./fakeServer.ts";

const PAIRS = [
  ["eng", "spa"],
  ["spa", "eng"],
  ["fra", "spa"],
  ["spa", "fra"],
  ["spa", "cat"],
  ["spa", "por"],
  ["spa", "por_BR"],
  ["por", "spa"],
  ["fra", "cat"],
  ["tat", "kaz"],
];
const list = () =>
  Response.json({
    responseData: PAIRS.map(([sourceLanguage, targetLanguage]) => ({ sourceLanguage, targetLanguage })),
    responseStatus: 200,
  });
const translated = (translatedText: string) => Response.json({ responseData: { translatedText }, responseStatus: 200 });

/** Returns `pair(text)`, so that a test can read the request in the response. */
function echo({ path, body }: ReceivedRequest): Response {
  if (path === "/listPairs") return list();
  const form = new URLSearchParams(body);
  return translated(`${form.get("langpair")}(${form.get("q")})`);
}

Deno.test("Apertium: uses a direct pair, or one pivot language", async () => {
  await withServer(echo, async ({ url }) => {
    const engine = createApertiumEngine(url);
    assert.deepEqual(collectResults(await engine.translate(["hi"], "en", "es", TIME_BUDGET)), {
      ok: true,
      value: ["eng|spa(hi)"],
    });
    assert.deepEqual(collectResults(await engine.translate(["salut"], "fr", "en", TIME_BUDGET)), {
      ok: true,
      value: ["spa|eng(fra|spa(salut))"],
    });
    assert.deepEqual(collectResults(await engine.translate(["salut"], "fr", "ca", TIME_BUDGET)), {
      ok: true,
      value: ["fra|cat(salut)"],
    });
    assert.deepEqual(collectResults(await engine.translate(["oi"], "pt", "ca", TIME_BUDGET)), {
      ok: true,
      value: ["spa|cat(por|spa(oi))"],
    });
  });
});

Deno.test("Apertium: reports a missing pair as unsupported", async () => {
  await withServer(echo, async ({ url }) => {
    const engine = createApertiumEngine(url);
    for (const [source, target] of [
      ["en", "ja"],
      ["uk", "es"],
      ["ca", "es"],
    ] as const) {
      const result = collectResults(await engine.translate(["x"], source, target, TIME_BUDGET));
      assert.equal(!result.ok && result.error.code, "translate/unsupported-pair");
      assert.equal(!result.ok && result.error.engineFailed, false);
    }
  });
});

Deno.test("Apertium: fetches the pairs once", async () => {
  await withServer(echo, async ({ url, requests }) => {
    const engine = createApertiumEngine(`${url}/`);
    collectResults(await engine.translate(["a"], "en", "es", TIME_BUDGET));
    collectResults(await engine.translate(["b"], "en", "es", TIME_BUDGET));
    assert.equal(requests.filter(({ path }) => path === "/listPairs").length, 1);
  });
});

Deno.test("Apertium: fetches an empty list of pairs again", async () => {
  let isReady = false;
  await withServer(
    (asked) => (isReady ? echo(asked) : Response.json({ responseData: [], responseStatus: 200 })),
    async ({ url }) => {
      const engine = createApertiumEngine(url);
      assert.deepEqual(collectResults(await engine.translate(["hi"], "en", "es", TIME_BUDGET)), {
        ok: false,
        error: { code: "translate/unavailable", cause: "no pairs", engineFailed: true, attempted: false },
      });
      isReady = true;
      assert.equal(collectResults(await engine.translate(["hi"], "en", "es", TIME_BUDGET)).ok, true);
    },
  );
});

Deno.test("Apertium: sends the token only if there is one", async () => {
  for (const [token, expected] of [
    ["s3cret-s3cret-s3cret", "Bearer s3cret-s3cret-s3cret"],
    [undefined, null],
  ] as const) {
    await withServer(echo, async ({ url, requests }) => {
      collectResults(await createApertiumEngine(url, token).translate(["hi"], "en", "es", TIME_BUDGET));
      assert.deepEqual(
        requests.map(({ path, headers }) => [path, headers.get("authorization")]),
        [
          ["/listPairs", expected],
          ["/translate", expected],
        ],
      );
    });
  }
});

Deno.test("Apertium: reads names of two and three letters", async () => {
  const pairs = [
    { sourceLanguage: "en", targetLanguage: "spa" },
    { sourceLanguage: "nob", targetLanguage: "dan" },
    { sourceLanguage: "eng", targetLanguage: "x" },
    { sourceLanguage: "eng", targetLanguage: "por_BR" },
  ];
  const answer = (asked: ReceivedRequest) =>
    asked.path === "/listPairs" ? Response.json({ responseData: pairs }) : echo(asked);
  await withServer(answer, async ({ url }) => {
    const engine = createApertiumEngine(url);
    assert.deepEqual(collectResults(await engine.translate(["hi"], "en", "es", TIME_BUDGET)), {
      ok: true,
      value: ["en|spa(hi)"],
    });
    assert.deepEqual(collectResults(await engine.translate(["hei"], "nb", "da", TIME_BUDGET)), {
      ok: true,
      value: ["nob|dan(hei)"],
    });
    assert.equal(collectResults(await engine.translate(["hi"], "en", "pt", TIME_BUDGET)).ok, false);
  });
});

Deno.test("Apertium: sends text unchanged and keeps the order", async () => {
  await withServer(echo, async ({ url, requests }) => {
    const text = "a & b = c + 100% #1 ?q=;\n\nñ 😀 <b>|</b>";
    const result = collectResults(await createApertiumEngine(url).translate([text], "en", "es", TIME_BUDGET));
    assert.deepEqual(result, { ok: true, value: [`eng|spa(${text})`] });
    assert.equal(new URLSearchParams(requests.at(-1)?.body).get("markUnknown"), "no");

    const many = Array.from({ length: 11 }, (_, index) => `n${index}`);
    const all = collectResults(await createApertiumEngine(url).translate(many, "en", "es", TIME_BUDGET));
    assert.deepEqual(all, { ok: true, value: many.map((text) => `eng|spa(${text})`) });
  });
});

for (const { name, cause, attempted, respond } of BROKEN_RESPONSES) {
  Deno.test(`Apertium: ${name} is an engine failure`, async () => {
    const failure = { ok: false, error: { code: "translate/unavailable", cause, engineFailed: true, attempted } };
    // Without the pairs no text is sent.
    const withoutPairs = { ok: false, error: { ...failure.error, attempted: false } };
    await withServer(
      ({ path }) => (path === "/listPairs" ? list() : respond()),
      async ({ url }) => {
        assert.deepEqual(
          collectResults(await createApertiumEngine(url).translate(["hi"], "en", "es", TIME_BUDGET)),
          failure,
        );
      },
    );
    await withServer(respond, async ({ url }) => {
      assert.deepEqual(
        collectResults(await createApertiumEngine(url).translate(["hi"], "en", "es", TIME_BUDGET)),
        withoutPairs,
      );
    });
  });
}

Deno.test("Apertium: fetches the pairs again after a failure", async () => {
  let broken = true;
  await withServer(
    (request) => (broken ? new Response("<html>") : echo(request)),
    async ({ url }) => {
      const engine = createApertiumEngine(url);
      assert.equal(collectResults(await engine.translate(["hi"], "en", "es", TIME_BUDGET)).ok, false);
      broken = false;
      assert.equal(collectResults(await engine.translate(["hi"], "en", "es", TIME_BUDGET)).ok, true);
    },
  );
});

Deno.test("Apertium: an empty or rejected text fails alone", async () => {
  for (const [respond, cause] of [
    [() => translated(" \n"), "empty text"],
    [() => Response.json({ code: 400 }, { status: 400 }), "status 400"],
  ] as const) {
    await withServer(
      ({ path }) => (path === "/listPairs" ? list() : respond()),
      async ({ url }) => {
        assert.deepEqual(collectResults(await createApertiumEngine(url).translate(["hi"], "en", "es", TIME_BUDGET)), {
          ok: false,
          error: { code: "translate/unavailable", cause, engineFailed: false, attempted: true },
        });
      },
    );
  }
});

Deno.test("Apertium: aborts after the timeout", async () => {
  const held = Promise.withResolvers<Response>();
  const limit = new AbortController();
  await withServer(
    ({ path }) => {
      if (path === "/listPairs") return list();
      limit.abort();
      return held.promise;
    },
    async ({ url }) => {
      const result = collectResults(
        await createApertiumEngine(url).translate(["hi"], "en", "es", { startRequest: () => limit.signal }),
      );
      held.resolve(translated("late"));
      assert.deepEqual(result, {
        ok: false,
        error: { code: "translate/unavailable", cause: "no response in time", engineFailed: true, attempted: true },
      });
    },
  );
});

Deno.test("Apertium: an unreachable server is an engine failure", async () => {
  const result = collectResults(
    await createApertiumEngine("http://127.0.0.1:1").translate(["hi"], "en", "es", TIME_BUDGET),
  );
  assert.deepEqual(result, {
    ok: false,
    error: { code: "translate/unavailable", cause: "no connection", engineFailed: true, attempted: false },
  });
});

const real = Deno.env.get("APERTIUM_URL");
Deno.test({ name: "Apertium itself (APERTIUM_URL)", ignore: !real }, async () => {
  const engine = createApertiumEngine(real ?? "");
  const translate = async (text: string, ...[source, target]: ["en" | "fr" | "pt", "es" | "en" | "ca"]) => {
    const result = collectResults(await engine.translate([text], source, target, TIME_BUDGET));
    assert.ok(result.ok, JSON.stringify(result));
    return result.value[0];
  };
  assert.equal(await translate("Good morning", "en", "es"), "Buenos días");
  assert.equal(await translate("First line.\nSecond line.", "en", "es"), "Primera línea.\nSegunda línea.");
  assert.match((await translate("Bonjour à tous", "fr", "en")) ?? "", /to all/u);
  assert.match((await translate("Olá a todos", "pt", "ca")) ?? "", /tothom|tots/u);
  // Two steps, an unknown word, and all characters with a meaning in its formats.
  const odd = "zzzunknown <b>&amp;</b> [x] ^y$ \\ @ {z} /w/ 100% 😀 https://example.com/?a=b&c=d";
  assert.equal((await translate(odd, "en", "ca"))?.includes("*"), false);
  assert.match(
    (await translate(odd, "en", "es")) ?? "",
    /zzzunknown <b>&amp;<\/b> \[x\] \^y\$ \\ @ \{z\} \/w\/ 100% 😀 https:/u,
  );
});

/** The function `translate`: access, claims and outcomes. */
import assert from "node:assert/strict";
import { fail } from "../_shared/contracts/errors.ts";
import { type Environment, projectFrom } from "../_shared/env.ts";
import { ANA, bearer } from "./callers.ts";
import { CLAIM_ID, errorResult, LINE_IDS, setupTranslate, translationClaim } from "./translate_setup.ts";

Deno.test("translate: applies each workspace's own glossary", async () => {
  const [lineId, other] = ["33333333-3333-4333-8333-333333333333", "44444444-4444-4444-8444-444444444444"] as const;
  const term = (workspace_id: string, term: string) => ({
    workspace_id,
    language: "es" as const,
    term,
    never: true,
    translations: {},
  });
  const { call, seen } = setupTranslate({
    claims: {
      claimed: [
        { ...translationClaim(LINE_IDS[0], "hola"), workspace_id: lineId },
        { ...translationClaim(LINE_IDS[1], "adiós"), workspace_id: other },
        translationClaim(LINE_IDS[1], "poison"),
      ],
      terms: [term(lineId, "Uno"), term(other, "Otro"), term(lineId, "Más")],
    },
  });
  await call();
  assert.deepEqual(seen.terms, [["Uno", "Más"], ["Otro"], []]);
  assert.deepEqual(
    seen.asked.map(({ texts }) => texts),
    [["hola"], ["adiós"], ["poison"]],
  );
});

Deno.test("translate: protects the names that the claimed lines may mention", async () => {
  const { call, seen } = setupTranslate({
    claims: { claimed: [translationClaim(LINE_IDS[0], "@Juan Blanco, hola")], names: ["Juan Blanco"] },
  });
  await call();
  assert.deepEqual(seen.names, [["Juan Blanco"]]);
});

Deno.test("translate: claims lines for a verified caller", async () => {
  const { call, seen } = setupTranslate();
  await call();
  assert.deepEqual(
    seen.callers.map(({ userId }) => userId),
    [ANA],
  );
  assert.deepEqual(seen.claims, [{ ids: [...LINE_IDS], userId: ANA, engineUp: true, language: undefined }]);
});

Deno.test("translate: claims nothing for a foreign token", async () => {
  const { call, seen } = setupTranslate({ proof: fail("request/sign-in-needed") });
  assert.deepEqual(await call(), errorResult("request/sign-in-needed", 401));
  assert.deepEqual(seen.claims, []);
});

Deno.test("translate: waits for lines that are being posted", async () => {
  const { call, seen } = setupTranslate({ late: 3, claims: { claimed: [translationClaim(LINE_IDS[0], "hola")] } });
  const { body } = await call({ lines: LINE_IDS, coming: true });
  assert.deepEqual(seen.pauses, [10, 20, 40]);
  assert.deepEqual(body.results, [{ line_id: LINE_IDS[0], language: "en", status: "ready", reason: null }]);
});

Deno.test("translate: stops waiting for lines that never arrive", async () => {
  const { call, seen } = setupTranslate({ late: 100 });
  assert.deepEqual(await call({ lines: LINE_IDS, coming: true }), { status: 200, body: { results: [] } });
  assert.ok(seen.pauses.reduce((sum, pause) => sum + pause, 0) < 1_000);
  assert.deepEqual(seen.asked, []);
});

Deno.test("translate: repeats a claim while the user's other claim runs", async () => {
  const claims = { claimed: [translationClaim(LINE_IDS[0], "hola")] };
  const { call, seen } = setupTranslate({ claims, busy: 2 });
  assert.equal((await call()).status, 200);
  assert.deepEqual([seen.claims.length, seen.pauses.length], [3, 2]);
  const stuck = setupTranslate({ claims, busy: 100 });
  assert.deepEqual(await stuck.call(), errorResult("request/rate-limited", 429));
  assert.equal(stuck.seen.claims.length, 4);
});

Deno.test("translate: does not wait once any line is stored", async () => {
  const { call, seen } = setupTranslate({
    claims: { claimed: [translationClaim(LINE_IDS[0], "hola")], absent: [LINE_IDS[1]] },
  });
  await call({ lines: LINE_IDS, coming: true });
  assert.deepEqual([seen.claims.length, seen.pauses], [1, []]);
});

Deno.test("translate: only warms up without lines", async () => {
  const { call, seen } = setupTranslate();
  assert.deepEqual(await call({ lines: [] }), { status: 200, body: { results: [] } });
  assert.deepEqual([seen.callers.length, seen.claims.length, seen.asked.length, seen.pauses.length], [1, 1, 0, 0]);
});

Deno.test("translate: returns when a paused engine may be requested", async () => {
  const others = [{ line_id: LINE_IDS[0], language: "en", status: "failed", reason: "translate/unavailable" }] as const;
  const { call, seen } = setupTranslate({ up: false, claims: { others: [...others] } });
  assert.deepEqual(await call(), { status: 200, body: { results: others, retry_after_ms: 4_000 } });
  assert.deepEqual(seen.claims[0]?.engineUp, false);
});

Deno.test("translate: does not wait for other lines", async () => {
  const { call, seen } = setupTranslate({ late: 1 });
  await call();
  assert.deepEqual([seen.claims.length, seen.pauses], [1, []]);
});

Deno.test("translate: stores finished lines when others fail", async () => {
  const { call, seen } = setupTranslate({
    claims: {
      claimed: [
        translationClaim(LINE_IDS[0], "hola"),
        translationClaim(LINE_IDS[0], "poison"),
        translationClaim(LINE_IDS[1], "last"),
        translationClaim(LINE_IDS[0], "hola", "es", "de"),
        translationClaim(LINE_IDS[0], "hola", "es", "ja"),
      ],
    },
  });
  await call();
  assert.deepEqual(
    seen.stored.map(({ status, text, sent, counts }) => ({ status, text, sent, counts })),
    [
      { status: "ready", text: "hola (en)", sent: true, counts: true },
      { status: "failed", text: null, sent: true, counts: true },
      { status: "failed", text: null, sent: false, counts: false },
      { status: "failed", text: null, sent: true, counts: false },
      { status: "unavailable", text: null, sent: false, counts: false },
    ],
  );
  assert.equal(seen.asked.length, 3);
  assert.deepEqual(seen.spentBy, [ANA]);
  assert.ok(seen.stored.every((outcome) => outcome.claim === CLAIM_ID));
});

Deno.test("translate: limits the rate of verified callers", async () => {
  const { call, seen } = setupTranslate({ turns: 1 });
  assert.equal((await call()).status, 200);
  assert.deepEqual(await call(), errorResult("request/rate-limited", 429));
  assert.equal(seen.claims.length, 1);
  const forged = setupTranslate({ proof: fail("request/sign-in-needed") });
  await forged.call();
  assert.equal(forged.seen.turns, 0);
});

Deno.test("translate: one session uses up no limit of another", async () => {
  const { call } = setupTranslate({ turns: 1 });
  const session = (session_id: string) => bearer({ sub: ANA, role: "authenticated", session_id });
  for (const status of [200, 429]) assert.equal((await call(undefined, session(CLAIM_ID))).status, status);
  assert.equal((await call(undefined, session(ANA))).status, 200);
});

Deno.test("translate: counts a wait as one request", async () => {
  const { call, seen } = setupTranslate({ late: 4 });
  await call({ lines: LINE_IDS, coming: true });
  assert.deepEqual([seen.claims.length > 1, seen.turns], [true, 1]);
});

Deno.test("translate: reports lines taken over as claimed", async () => {
  const { call } = setupTranslate({
    claims: { claimed: [translationClaim(LINE_IDS[0], "hola")] },
    lost: [LINE_IDS[0]],
  });
  const { body } = await call();
  assert.deepEqual(body.results, [{ line_id: LINE_IDS[0], language: "en", status: "claimed", reason: null }]);
});

Deno.test("translate: logs a database failure by its code", async () => {
  const { call, seen } = setupTranslate({
    claims: { claimed: [translationClaim(LINE_IDS[0], "hola")] },
    stored: fail("bug/unexpected", "database answered 500"),
  });
  assert.deepEqual(await call(), errorResult("bug/unexpected", 500));
  assert.deepEqual(seen.log, [{ code: "bug/unexpected", cause: "database answered 500" }]);
});

const BODIES: readonly [string, unknown, string, number][] = [
  ["no JSON", "lines", "request/invalid", 400],
  ["text instead of ids", { lines: ["translate this for me"] }, "request/invalid", 400],
  ["an unknown language", { lines: LINE_IDS, language: "xx" }, "request/invalid", 400],
  ["too many lines", { lines: Array.from({ length: 51 }, () => LINE_IDS[0]) }, "request/invalid", 400],
  ["a body that is too large", { lines: [LINE_IDS[0]], more: "x".repeat(10_000) }, "request/too-large", 413],
];
for (const [name, body, code, status] of BODIES) {
  Deno.test(`translate: rejects ${name}`, async () => {
    const { call, seen } = setupTranslate();
    assert.deepEqual(await call(body), errorResult(code, status));
    assert.deepEqual(seen.callers, []);
  });
}

const TOKENS: readonly [string, string | null][] = [
  ["none", null],
  ["an API key", "Bearer sb_publishable_x"],
  ["no JWT", "Bearer abc"],
  ["one without a user", bearer({ role: "anon" })],
  ["one of another role", bearer({ sub: ANA, role: "service_role" })],
  ["one without JSON", "Bearer a.b.c"],
];
for (const [name, authorization] of TOKENS) {
  Deno.test(`translate: asks to sign in when the token is ${name}`, async () => {
    const { call, seen } = setupTranslate();
    assert.deepEqual(await call(undefined, authorization), errorResult("request/sign-in-needed", 401));
    assert.deepEqual(seen.callers, []);
  });
}

Deno.test("translate: allows every origin and no caching", async () => {
  const { handler } = setupTranslate();
  const preflight = await handler(new Request("http://functions/translate", { method: "OPTIONS" }));
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
  assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /authorization/u);
  const refusal = await handler(new Request("http://functions/translate", { method: "PUT" }));
  assert.equal(refusal.status, 400);
  assert.equal(refusal.headers.get("access-control-allow-origin"), "*");
  assert.equal(refusal.headers.get("cache-control"), "no-store");
  await refusal.body?.cancel();
});

Deno.test("translate: returns to everybody whether an engine is configured", async () => {
  for (const configured of [true, false]) {
    const { handler, seen } = setupTranslate({ configured });
    const response = await handler(new Request("http://functions/translate"));
    assert.equal(response.status, 200);
    const { ok, configured: isConfigured } = await response.json();
    assert.deepEqual([ok, isConfigured], [true, configured]);
    assert.deepEqual([seen.callers, seen.asked], [[], []]);
  }
});

Deno.test("projectFrom: reads current and legacy keys", () => {
  const from = (values: Record<string, string>) => {
    const env: Environment = (name) => values[name];
    return projectFrom(env);
  };
  const url = { SUPABASE_URL: "http://127.0.0.1:54321" };
  const legacy = { SUPABASE_ANON_KEY: "anon", SUPABASE_SERVICE_ROLE_KEY: "service" };
  const hosted = { SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_p"}', SUPABASE_SECRET_KEYS: '{"default":"sb_s"}' };
  assert.deepEqual(from({ ...url, ...legacy }), {
    url: url.SUPABASE_URL,
    publishableKey: "anon",
    secretKey: "service",
  });
  assert.deepEqual(from({ ...url, ...legacy, ...hosted }), {
    url: url.SUPABASE_URL,
    publishableKey: "sb_p",
    secretKey: "sb_s",
  });
  assert.throws(
    () => from({ ...url, SUPABASE_SECRET_KEYS: "sb_secret_broken" }),
    (error: Error) => {
      assert.doesNotMatch(error.message, /broken/u);
      return true;
    },
  );
});

import assert from "node:assert/strict";
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { type Environment, projectFrom } from "../_shared/env.ts";
import type { Chain } from "../_shared/translation/chain.ts";
import { cannot, down, unsupported } from "../_shared/translation/engine.ts";
import { makeHandler } from "../translate/handler.ts";
import type { Claim, Claims, Lines, Outcome, Standing } from "../translate/lines.ts";

const ANA = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const LINES = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"] as const;
const claim = (line_id: string, text: string, language: Claim["language"] = "es", target: Claim["target"] = "en") => ({
  line_id,
  revision: 1,
  language,
  text,
  target,
  workspace_id: null,
});

const token = (claims: unknown) => `${btoa("{}")}.${btoa(JSON.stringify(claims))}.c2ln`.replaceAll("=", "");
const bearer = (claims: unknown = { sub: ANA, role: "authenticated" }) => `Bearer ${token(claims)}`;

/** The function over a database and engines that do what the test says. */
function scene({
  proof = ok(null),
  claims = {},
  lost = [],
  stored,
  up = true,
  configured = true,
}: {
  proof?: Result<null>;
  claims?: Partial<Claims>;
  /** Lines whose lease somebody else has. */
  lost?: readonly string[];
  stored?: Result<Standing[]>;
  up?: boolean;
  configured?: boolean;
} = {}) {
  const seen = {
    callers: [] as Caller[],
    claims: [] as { ids: readonly string[]; userId: string; engineUp: boolean; language: string | undefined }[],
    stored: [] as Outcome[],
    asked: [] as { texts: readonly string[]; pair: string }[],
    terms: [] as (readonly string[])[],
    log: [] as Failure[],
  };
  const lines: Lines = {
    prove: (caller) => {
      seen.callers.push(caller);
      return Promise.resolve(proof);
    },
    claim: (ids, userId, engineUp, language) => {
      seen.claims.push({ ids, userId, engineUp, language });
      return Promise.resolve(ok({ claimed: [], others: [], terms: [], ...claims }));
    },
    store: (outcomes) => {
      seen.stored.push(...outcomes);
      const written = outcomes.filter(({ line_id }) => !lost.includes(line_id));
      return Promise.resolve(
        stored ??
          ok(
            written.map(({ line_id, language, status, reason, revision, text }) => ({
              line_id,
              language: language as Standing["language"],
              status,
              reason,
              ...(text !== null && { made: { revision, text } }),
            })),
          ),
      );
    },
  };
  const chain: Chain = {
    isUp: () => up,
    translate: (texts, source, target, terms) => {
      seen.terms.push(terms.map(({ term }) => term));
      seen.asked.push({ texts, pair: `${source}>${target}` });
      if (target === "ja") return Promise.resolve(unsupported());
      if (target === "de") return Promise.resolve(down("status 500"));
      if (texts.includes("poison")) return Promise.resolve(cannot("empty text"));
      return Promise.resolve({
        ok: true,
        value: { texts: texts.map((text) => `${text} (${target})`), engine: "fake" },
      });
    },
  };
  const handler = makeHandler({ lines, chain }, (failure) => seen.log.push(failure), configured);
  const call = async (body: unknown = { lines: LINES }, authorization: string | null = bearer()) => {
    const response = await handler(
      new Request("http://functions/translate", {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: authorization === null ? {} : { authorization },
      }),
    );
    return { status: response.status, body: await response.json() };
  };
  return { call, handler, seen };
}

const refused = (code: string, status: number) => ({ status, body: { error: { code } } });

Deno.test("lines of one pair go to the engine in one request, and how each stands is answered", async () => {
  const { call, seen } = scene({
    claims: {
      claimed: [claim(LINES[0], "hola"), claim(LINES[0], "hola", "es", "fr"), claim(LINES[1], "adiós")],
      others: [{ line_id: LINES[1], language: "fr", status: "ready", reason: null }],
    },
  });
  const { status, body } = await call();
  assert.equal(status, 200);
  assert.deepEqual(seen.asked, [
    { texts: ["hola", "adiós"], pair: "es>en" },
    { texts: ["hola"], pair: "es>fr" },
  ]);
  assert.deepEqual(seen.stored[1], {
    line_id: LINES[1],
    revision: 1,
    language: "en",
    status: "ready",
    text: "adiós (en)",
    engine: "fake",
    reason: null,
  });
  assert.deepEqual(
    body.results.map(({ line_id, language, status }: Standing) => `${line_id[0]} ${language} ${status}`).sort(),
    ["1 en ready", "1 fr ready", "2 en ready", "2 fr ready"],
  );
});

Deno.test("each workspace's lines go with its own glossary, and lines of none with none", async () => {
  const [one, other] = ["33333333-3333-4333-8333-333333333333", "44444444-4444-4444-8444-444444444444"] as const;
  const term = (workspace_id: string, term: string) => ({
    workspace_id,
    language: "es" as const,
    term,
    never: true,
    translations: {},
  });
  const { call, seen } = scene({
    claims: {
      claimed: [
        { ...claim(LINES[0], "hola"), workspace_id: one },
        { ...claim(LINES[1], "adiós"), workspace_id: other },
        claim(LINES[1], "poison"),
      ],
      terms: [term(one, "Uno"), term(other, "Otro"), term(one, "Más")],
    },
  });
  await call();
  assert.deepEqual(seen.terms, [["Uno", "Más"], ["Otro"], []]);
  assert.deepEqual(
    seen.asked.map(({ texts }) => texts),
    [["hola"], ["adiós"], ["poison"]],
  );
});

Deno.test("lines are claimed in the name of the caller, once that is proven", async () => {
  const { call, seen } = scene();
  await call();
  assert.deepEqual(
    seen.callers.map(({ userId }) => userId),
    [ANA],
  );
  assert.deepEqual(seen.claims, [{ ids: [...LINES], userId: ANA, engineUp: true, language: undefined }]);
});

Deno.test("who asks for one language gets it in the answer, what was there and what was made; else no text is answered", async () => {
  const made = { revision: 3, text: "déjà" };
  const claims = {
    claimed: [claim(LINES[0], "hola", "es", "fr")],
    others: [{ line_id: LINES[1], language: "fr" as const, status: "ready" as const, reason: null, made }],
  };
  const { call, seen } = scene({ claims });
  const { body } = await call({ lines: LINES, language: "fr" });
  assert.equal(seen.claims[0]?.language, "fr");
  assert.deepEqual(
    body.results.map(({ line_id, made }: Standing) => [line_id, made]),
    [
      [LINES[1], made],
      [LINES[0], { revision: 1, text: "hola (fr)" }],
    ],
  );
  const { call: inCall } = scene({ claims: { claimed: claims.claimed } });
  assert.deepEqual((await inCall()).body.results, [
    { line_id: LINES[0], language: "fr", status: "ready", reason: null },
  ]);
});

Deno.test("a token that is not the project's opens nothing, whatever it says", async () => {
  const { call, seen } = scene({ proof: fail("request/sign-in-needed") });
  assert.deepEqual(await call(), refused("request/sign-in-needed", 401));
  assert.deepEqual(seen.claims, []);
});

Deno.test("no engine, one that is down, one that lacks the pair: each said by its code, all as 200", async () => {
  const { call, seen } = scene({
    claims: { claimed: [claim(LINES[0], "hola", "es", "ja"), claim(LINES[0], "hola", "es", "de")] },
  });
  const { status, body } = await call();
  assert.equal(status, 200);
  assert.deepEqual(body.results, [
    { line_id: LINES[0], language: "ja", status: "unavailable", reason: "translate/unsupported-pair" },
    { line_id: LINES[0], language: "de", status: "failed", reason: "translate/unavailable" },
  ]);
  assert.deepEqual(
    seen.stored.map(({ text }) => text),
    [null, null],
  );

  const off = scene({ up: false });
  await off.call();
  assert.equal(off.seen.claims[0]?.engineUp, false);
});

Deno.test("a text that the engine stumbles over does not take the others with it", async () => {
  const { call, seen } = scene({ claims: { claimed: [claim(LINES[0], "hola"), claim(LINES[1], "poison")] } });
  await call();
  assert.deepEqual(
    seen.stored.map(({ status, text }) => [status, text]),
    [
      ["ready", "hola (en)"],
      ["failed", null],
    ],
  );
  assert.equal(seen.asked.length, 3);
});

Deno.test("what somebody else took over meanwhile is told as claimed", async () => {
  const { call } = scene({ claims: { claimed: [claim(LINES[0], "hola")] }, lost: [LINES[0]] });
  const { body } = await call();
  assert.deepEqual(body.results, [{ line_id: LINES[0], language: "en", status: "claimed", reason: null }]);
});

Deno.test("a failure of the database is told and logged by its code, never with a text or an id", async () => {
  const { call, seen } = scene({
    claims: { claimed: [claim(LINES[0], "hola")] },
    stored: fail("bug/unexpected", "database answered 500"),
  });
  assert.deepEqual(await call(), refused("bug/unexpected", 500));
  assert.deepEqual(seen.log, [{ code: "bug/unexpected", cause: "database answered 500" }]);
});

const BODIES: readonly [string, unknown, string, number][] = [
  ["no JSON", "lines", "request/invalid", 400],
  ["no lines", { lines: [] }, "request/invalid", 400],
  ["text instead of ids", { lines: ["translate this for me"] }, "request/invalid", 400],
  ["what is no language", { lines: LINES, language: "xx" }, "request/invalid", 400],
  ["too many lines", { lines: Array.from({ length: 51 }, () => LINES[0]) }, "request/invalid", 400],
  ["too much", { lines: [LINES[0]], more: "x".repeat(10_000) }, "request/too-large", 413],
];
for (const [name, body, code, status] of BODIES) {
  Deno.test(`refuses ${name}`, async () => {
    const { call, seen } = scene();
    assert.deepEqual(await call(body), refused(code, status));
    assert.deepEqual(seen.callers, []);
  });
}

const TOKENS: readonly [string, string | null][] = [
  ["none", null],
  ["an API key", "Bearer sb_publishable_x"],
  ["no JWT", "Bearer abc"],
  ["one of no user", bearer({ role: "anon" })],
  ["one of another role", bearer({ sub: ANA, role: "service_role" })],
  ["one that is no JSON", "Bearer a.b.c"],
];
for (const [name, authorization] of TOKENS) {
  Deno.test(`asks to sign in when the token is ${name}`, async () => {
    const { call, seen } = scene();
    assert.deepEqual(await call(undefined, authorization), refused("request/sign-in-needed", 401));
    assert.deepEqual(seen.callers, []);
  });
}

Deno.test("a page of another origin may call, and nothing is cached", async () => {
  const { handler } = scene();
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

Deno.test("a look whether the function is there is answered without a token, with whether there is an engine, and does nothing", async () => {
  for (const configured of [true, false]) {
    const { handler, seen } = scene({ configured });
    const answer = await handler(new Request("http://functions/translate"));
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { ok: true, configured });
    assert.deepEqual([seen.callers, seen.asked], [[], []]);
  }
});

Deno.test("keys come as hosted gives them, or by their legacy names; none is an error without a value in it", () => {
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

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { ICE, iceAnswer } from "../_shared/contracts/ice.ts";
import { type IceRequest, iceState } from "../_shared/contracts/iceRequest.ts";
import { makeTurns } from "../_shared/turns.ts";
import { sourceFrom } from "../ice/configured.ts";
import { makeHandler } from "../ice/handler.ts";
import { makeMayHave } from "../ice/mayHave.ts";
import { cloudflare, type Source, sharedSecret, stunOnly, type Wish } from "../ice/servers.ts";
import { type Mistake, testMistakes } from "./mistakes.ts";
import { BROKEN, soon, withServer } from "./server.ts";

const ANA = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const PEER = "11111111-1111-4111-8111-111111111111";
const CALL = "22222222-2222-4222-8222-222222222222";
const CODE = "k3f9-2mxa-7qpd";
const SEAT: Wish = { name: PEER, life: ICE.credentialLife };
const TOKEN = "not-a-token-of-cloudflare";
const KEY_ID = "0123456789abcdef0123456789abcdef";
const STUN = "stun:stun.example:3478";

const token = (claims: unknown) => `${btoa("{}")}.${btoa(JSON.stringify(claims))}.c2ln`.replaceAll("=", "");
const bearer = (claims: unknown = { sub: ANA, role: "authenticated" }) => `Bearer ${token(claims)}`;

/** The function over a database and a relay that do what the test says. */
function scene({
  may = ok(true),
  source = stunOnly([STUN]),
  turns = 5,
}: {
  may?: Result<boolean>;
  source?: Source;
  turns?: number;
} = {}) {
  const seen = { asked: [] as [IceRequest, Caller][], wishes: [] as Wish[], log: [] as Failure[] };
  const handler = makeHandler(
    {
      mayHave: (request, caller) => {
        seen.asked.push([request, caller]);
        return Promise.resolve(may);
      },
      source: {
        ...source,
        give(wish) {
          seen.wishes.push(wish);
          return source.give(wish);
        },
      },
      takeTurn: makeTurns({ count: turns, span: 1_000, now: () => 0 }),
    },
    (failure) => seen.log.push(failure),
  );
  const call = async (body: unknown = { call_id: CALL, peer_id: PEER }, authorization: string | null = bearer()) => {
    const headers: HeadersInit = authorization === null ? {} : { authorization };
    const response = await handler(
      new Request("http://functions/ice", { method: "POST", body: JSON.stringify(body), headers }),
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const state = async () => iceState.parse(await (await handler(new Request("http://functions/ice"))).json());
  const outcome = async (...args: Parameters<typeof call>) => {
    const { status, body } = await call(...args);
    return [status, body.error?.code ?? body];
  };
  return { call, outcome, state, seen };
}

const PLACES: readonly [string, object][] = [
  ["in the call", { call_id: CALL, peer_id: PEER }],
  ["at the door", { code: CODE }],
];
for (const [place, body] of PLACES) {
  Deno.test(`ice: ${place}, who may not, or brings a token that the database refuses, makes no relay work`, async () => {
    for (const [may, expected] of [
      [ok(false), [403, "meeting/not-entered"]],
      [fail("request/sign-in-needed"), [401, "request/sign-in-needed"]],
      [fail("request/rate-limited"), [429, "request/rate-limited"]],
      [fail("meeting/not-found"), [404, "meeting/not-found"]],
      [fail("bug/unexpected", "database answered 500"), [500, "bug/unexpected"]],
    ] as const) {
      const { outcome, seen } = scene({ may });
      assert.deepEqual(await outcome(body), expected);
      assert.deepEqual(seen.wishes, []);
    }
  });
}

Deno.test("ice: a code and no token, or one that nobody signed, asks neither relay nor database", async () => {
  const { outcome, seen } = scene();
  for (const authorization of [null, "Bearer sb_publishable_x", bearer({ role: "anon" })])
    assert.deepEqual(await outcome({ code: CODE }, authorization), [401, "request/sign-in-needed"]);
  assert.deepEqual([seen.asked, seen.wishes], [[], []]);
});

/** The name that coturn and the tests of its REST convention compare, and the password that belongs to it. */
const credentialOf = (secret: string, username: string) => ({
  username,
  credential: createHmac("sha1", secret).update(username).digest("base64"),
});

Deno.test("ice: at the door credentials end after two minutes, all of a person's under one name; no longer ones by any body", async () => {
  const secret = "a-secret-of-the-relay";
  const urls = ["turn:t.example:3478?transport=udp"];
  const source = sharedSecret({ urls, secret, stun: [], now: () => 1_800_000_000_900 });
  for (const body of [{ code: CODE }, { code: CODE.toUpperCase(), life: 3_600_000, name: PEER, peer_id: PEER }]) {
    const { call, seen } = scene({ source });
    assert.deepEqual(iceAnswer.parse((await call(body)).body), {
      ice_servers: [{ urls, ...credentialOf(secret, `1800000120:${ANA}`) }],
      expires_in: 120_000,
    });
    assert.deepEqual(seen.asked[0]?.[0], { code: CODE.replaceAll("-", "") });
    assert.deepEqual(seen.wishes, [{ name: ANA, life: ICE.trialLife }]);
  }
});

Deno.test("ice: trials and calls are of one number of turns, so that neither is had in a flood", async () => {
  const { outcome, seen } = scene({ turns: 3 });
  const all = [];
  for (const body of [{ code: CODE }, undefined, { code: CODE }, { code: CODE }, undefined])
    all.push((await outcome(body))[0]);
  assert.deepEqual(all, [200, 200, 200, 429, 429]);
  assert.equal(seen.wishes.length, 3);
});

Deno.test("ice: whether there is a relay is told anybody, and nothing of it", async () => {
  assert.deepEqual(await scene().state(), { relay: false });
  const secret = "a-secret-of-the-relay";
  const own = sharedSecret({ urls: ["turn:t.example"], secret, stun: [], now: () => 0 });
  const { state, seen } = scene({ source: own });
  assert.deepEqual(await state(), { relay: true });
  assert.deepEqual([seen.wishes, await scene({ source: from("http://127.0.0.1:1") }).state()], [[], { relay: true }]);
});

Deno.test("ice: at the door the database is asked as the caller, by the code alone", async () => {
  for (const [answer, expected] of [
    [() => Response.json(true), ok(true)],
    [() => Response.json(false), ok(false)],
    [() => Response.json({ message: "meeting/ended" }, { status: 410 }), fail("meeting/ended")],
    [() => Response.json({ message: "JWT expired" }, { status: 401 }), fail("request/sign-in-needed")],
    [() => Response.json({ may: true }), fail("bug/unexpected", "an answer of another shape")],
  ] as const) {
    await withServer(answer, async ({ url, asked }) => {
      const mayHave = makeMayHave({ url, publishableKey: "sb_publishable_x" });
      assert.deepEqual(await mayHave({ code: "k3f92mxa7qpd" }, { token: "a.b.c", userId: ANA }), expected);
      const [{ method, path, body, headers } = assert.fail("nothing was asked")] = asked;
      assert.deepEqual([method, path], ["POST", "/rest/v1/rpc/try_relay"]);
      assert.deepEqual(JSON.parse(body), { code: "k3f92mxa7qpd" });
      assert.equal(headers.get("authorization"), "Bearer a.b.c");
    });
  }
});

const TOKENS: readonly [string, string | null][] = [
  ["none", null],
  ["an API key", "Bearer sb_publishable_x"],
  ["one of no user", bearer({ role: "anon" })],
];
for (const [name, authorization] of TOKENS) {
  Deno.test(`ice: asks to sign in when the token is ${name}`, async () => {
    const { outcome, seen } = scene();
    assert.deepEqual(await outcome(undefined, authorization), [401, "request/sign-in-needed"]);
    assert.deepEqual(seen.asked, []);
  });
}

const BODIES: readonly [string, unknown, [number, string]][] = [
  ["no ids", {}, [400, "request/invalid"]],
  ["ids that are none", { call_id: CALL, peer_id: "or 1=1" }, [400, "request/invalid"]],
  ["a code that is none", { code: "or 1=1" }, [400, "request/invalid"]],
  ["a call without a peer", { call_id: CALL }, [400, "request/invalid"]],
  ["too much", { call_id: CALL, peer_id: PEER, more: "x".repeat(2_000) }, [413, "request/too-large"]],
];
for (const [name, body, expected] of BODIES) {
  Deno.test(`ice: refuses ${name}`, async () => {
    assert.deepEqual(await scene().outcome(body), expected);
  });
}

Deno.test("ice: one who asks without end is told so; a token that was not proven takes nobody's turn", async () => {
  const { outcome } = scene({ turns: 2 });
  assert.deepEqual(
    await Promise.all([outcome(), outcome(), outcome()]).then((all) => all.map(([status]) => status)),
    [200, 200, 429],
  );
  const forged = scene({ turns: 1, may: fail("request/sign-in-needed") });
  await forged.outcome();
  assert.deepEqual(await forged.outcome(), [401, "request/sign-in-needed"]);
});

Deno.test("turns: counted for each, and given back after a while", () => {
  const clock = { now: 0 };
  const take = makeTurns({ count: 2, span: 1_000, now: () => clock.now });
  assert.deepEqual([take("ana"), take("ana"), take("ana"), take("tom")], [true, true, false, true]);
  clock.now = 999;
  assert.equal(take("ana"), false);
  clock.now = 1_000;
  assert.equal(take("ana"), true);
});

Deno.test("ice: an answer is kept by no cache, and any page may read it", async () => {
  const { headers, body } = await scene().call();
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.deepEqual(iceAnswer.parse(body), { ice_servers: [{ urls: [STUN] }], expires_in: ICE.credentialLife });
});

Deno.test("a shared secret: a name that ends in an hour, its HMAC, and nothing of the secret", async () => {
  const secret = "a-secret-of-the-relay";
  const now = 1_800_000_000_900;
  const source = sharedSecret({ urls: ["turn:t.example:3478?transport=udp"], secret, stun: [STUN], now: () => now });
  const { call, seen } = scene({ source });
  const { body } = await call();
  const relay = { urls: ["turn:t.example:3478?transport=udp"], ...credentialOf(secret, `1800003600:${PEER}`) };
  assert.deepEqual(iceAnswer.parse(body), {
    ice_servers: [{ urls: [STUN] }, relay],
    expires_in: 3_600_000,
  });
  assert.equal(JSON.stringify([body, seen]).includes(secret), false);
});

/** As developers.cloudflare.com/realtime/turn/generate-credentials shows it, with the port that browsers block. */
const STUN_THERE = { urls: ["stun:stun.cloudflare.com:3478", "stun:stun.cloudflare.com:53"] };
const RELAY_THERE = {
  urls: ["turn:turn.cloudflare.com:3478?transport=udp", "turn:turn.cloudflare.com:53?transport=udp"],
  username: "bc91b63e",
  credential: "ebd71f1d",
};
const generated = (iceServers: unknown) => Response.json({ iceServers }, { status: 201 });
const RELAY = { ...RELAY_THERE, urls: RELAY_THERE.urls.slice(0, 1) };
const from = (url: string, stun: readonly string[] = []) =>
  cloudflare({ keyId: KEY_ID, token: TOKEN, stun, url, timeout: soon });

Deno.test("Cloudflare: asked for an hour with the key in its header alone; a list or one server, without port 53", async () => {
  for (const [answer, expected] of [
    [
      [STUN_THERE, RELAY_THERE],
      [{ urls: STUN_THERE.urls.slice(0, 1) }, RELAY],
    ],
    [{ ...RELAY_THERE, more: TOKEN }, [RELAY]],
  ] as const) {
    await withServer(
      () => generated(answer),
      async ({ url, asked }) => {
        const { call, seen } = scene({ source: from(url) });
        assert.deepEqual((await call()).body, { ice_servers: expected, expires_in: 3_600_000 });
        const [{ method, path, body, headers } = assert.fail("nothing was asked")] = asked;
        assert.deepEqual([method, path], ["POST", `/v1/turn/keys/${KEY_ID}/credentials/generate-ice-servers`]);
        assert.deepEqual(JSON.parse(body), { ttl: 3_600 });
        assert.equal(headers.get("authorization"), `Bearer ${TOKEN}`);
        assert.deepEqual(seen.log, []);
      },
    );
  }
});

Deno.test("Cloudflare: at the door it is asked for two minutes", async () => {
  await withServer(
    () => generated([RELAY_THERE]),
    async ({ url, asked }) => {
      const { body } = await scene({ source: from(url) }).call({ code: CODE });
      assert.deepEqual(body, { ice_servers: [RELAY], expires_in: 120_000 });
      assert.deepEqual(JSON.parse(asked[0]?.body ?? ""), { ttl: 120 });
    },
  );
});

Deno.test("Cloudflare: an address that no browser takes is left out: one would break the whole call", async () => {
  const urls = ["https://evil.example", "turn: t.example", "turn:t.example?x=y", ...RELAY_THERE.urls];
  await withServer(
    () => generated([{ ...RELAY_THERE, urls }]),
    async ({ url }) => {
      const { body } = await scene({ source: from(url) }).call();
      assert.deepEqual(iceAnswer.parse(body).ice_servers, [RELAY]);
    },
  );
});

Deno.test("Cloudflare: a server that sends us elsewhere does not send the token along", async () => {
  await withServer(
    () => generated([RELAY_THERE]),
    async (elsewhere) => {
      await withServer(
        () => Response.redirect(elsewhere.url, 307),
        async ({ url }) => assert.equal((await from(url).give(SEAT)).ok, false),
      );
      assert.deepEqual(elsewhere.asked, []);
    },
  );
});

const FAULTS: readonly [string, () => Response][] = [
  ...BROKEN.map(({ name, answer }): [string, () => Response] => [name, answer]),
  ["a relay without a password", () => generated([{ urls: RELAY_THERE.urls, username: "u" }])],
  ["no relay", () => generated([STUN_THERE])],
  ["an address that is no server", () => generated([{ ...RELAY_THERE, urls: ["https://evil.example"] }])],
  ["our own token", () => new Response(TOKEN, { status: 401 })],
];
for (const [name, answer] of FAULTS) {
  Deno.test(`Cloudflare: ${name}: STUN alone for a minute, and a line in the log without the token`, async () => {
    await withServer(answer, async ({ url }) => {
      for (const [stun, expected] of [
        [[], "stun:stun.cloudflare.com:3478"],
        [[STUN], STUN],
      ] as const) {
        const { call, seen } = scene({ source: from(url, stun) });
        const { body } = await call();
        assert.deepEqual(body, { ice_servers: [{ urls: [expected] }], expires_in: ICE.retry });
        assert.deepEqual(
          seen.log.map(({ code }) => code),
          ["network/media-failed"],
        );
        assert.equal(JSON.stringify([body, seen.log]).includes(TOKEN), false);
      }
    });
  });
}

Deno.test("Cloudflare: one that does not answer is given up", async () => {
  const held = Promise.withResolvers<Response>();
  const limit = new AbortController();
  await withServer(
    () => {
      limit.abort();
      return held.promise;
    },
    async ({ url }) => {
      const source = cloudflare({ keyId: KEY_ID, token: TOKEN, stun: [], url, timeout: () => limit.signal });
      const found = await source.give(SEAT);
      held.resolve(generated([RELAY_THERE]));
      assert.equal(!found.ok && found.cause, "no answer in time");
    },
  );
});

const sourceOf = (env: Record<string, string>) => sourceFrom((name) => env[name], { now: () => 0, timeout: soon });

Deno.test("the environment: nothing gives no servers, STUN gives STUN, lists are lists", async () => {
  assert.deepEqual(await sourceOf({}).give(SEAT), { ok: true, servers: [] });
  assert.deepEqual(await sourceOf({ STUN_URLS: "stun:a.example,stun:b.example:3478" }).give(SEAT), {
    ok: true,
    servers: [{ urls: ["stun:a.example", "stun:b.example:3478"] }],
  });
  const TURN_URLS = "turn:t.example:3478?transport=udp,turns:t.example:443?transport=tcp";
  const { servers } = await sourceOf({ TURN_URLS, TURN_SHARED_SECRET: "0123456789abcdef" }).give(SEAT);
  assert.deepEqual(
    servers.map(({ urls }) => urls),
    [TURN_URLS.split(",")],
  );
});

const OWN = { TURN_URLS: "turn:t.example", TURN_SHARED_SECRET: "s3cret-s3cret-s3cret" };
const THEIRS = { TURN_CLOUDFLARE_KEY_ID: KEY_ID, TURN_CLOUDFLARE_API_TOKEN: "s3cret" };
const MISTAKES: readonly Mistake[] = [
  ["two relays", { ...OWN, ...THEIRS }, /choose one/u],
  ["addresses without a secret", { TURN_URLS: OWN.TURN_URLS }, /^TURN_SHARED_SECRET is missing\.$/u],
  ["a secret without addresses", { TURN_SHARED_SECRET: OWN.TURN_SHARED_SECRET }, /^TURN_URLS is missing\.$/u],
  ["a short secret", { ...OWN, TURN_SHARED_SECRET: "s3cret" }, /^TURN_SHARED_SECRET is shorter/u],
  ["an address that is none", { ...OWN, TURN_URLS: "https://s3cret" }, /^TURN_URLS is not a list/u],
  ["STUN that is TURN", { STUN_URLS: "turn:s3cret" }, /^STUN_URLS is not a list/u],
  ["a key without a token", { TURN_CLOUDFLARE_KEY_ID: KEY_ID }, /^TURN_CLOUDFLARE_API_TOKEN is missing\.$/u],
  ["a key that is a path", { ...THEIRS, TURN_CLOUDFLARE_KEY_ID: "../s3cret" }, /^TURN_CLOUDFLARE_KEY_ID is not/u],
];
testMistakes("the environment", MISTAKES, sourceOf);

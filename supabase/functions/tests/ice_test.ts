/** ICE servers of a call: authorization, and the response of each relay source. */
import assert from "node:assert/strict";
import { fail, ok } from "../_shared/contracts/errors.ts";
import { ICE, iceResponse } from "../_shared/contracts/ice.ts";
import { createRateLimiter } from "../_shared/rateLimiter.ts";
import { relaySourceFrom } from "../ice/config.ts";
import { cloudflare, sharedSecret } from "../ice/relaySources.ts";
import { ANA, bearer } from "./callers.ts";
import { type ConfigError, testConfigErrors } from "./configErrors.ts";
import { BROKEN_RESPONSES, shortTimeout, withServer } from "./fakeServer.ts";
import {
  cloudflareAt,
  credentialOf,
  generated,
  ICE_MEETING_ID,
  ICE_PEER_ID,
  KEY_ID,
  MEETING_CODE,
  PEER_CREDENTIAL,
  RELAY,
  RELAY_THERE,
  STUN,
  STUN_THERE,
  setupIce,
  TOKEN,
} from "./ice_setup.ts";

const PLACES: readonly [string, object][] = [
  ["in the call", { meeting_id: ICE_MEETING_ID, peer_id: ICE_PEER_ID }],
  ["pre-join", { code: MEETING_CODE }],
];
for (const [place, body] of PLACES) {
  Deno.test(`ice: rejects the unauthorized without a relay request (${place})`, async () => {
    for (const [may, expected] of [
      [ok(false), [403, "meeting/not-entered"]],
      [fail("request/sign-in-needed"), [401, "request/sign-in-needed"]],
      [fail("request/rate-limited"), [429, "request/rate-limited"]],
      [fail("meeting/not-found"), [404, "meeting/not-found"]],
      [fail("bug/unexpected", "database answered 500"), [500, "bug/unexpected"]],
    ] as const) {
      const { outcome, seen } = setupIce({ may });
      assert.deepEqual(await outcome(body), expected);
      assert.deepEqual(seen.requests, []);
    }
  });
}

Deno.test("ice: returns to everybody whether a relay exists", async () => {
  assert.deepEqual(await setupIce().state(), { relay: false });
  const secret = "a-secret-of-the-relay";
  const own = sharedSecret({ urls: ["turn:t.example"], secret, stun: [], now: () => 0 });
  const { state, seen } = setupIce({ source: own });
  assert.deepEqual(await state(), { relay: true });
  assert.deepEqual(
    [seen.requests, await setupIce({ source: cloudflareAt("http://127.0.0.1:1") }).state()],
    [[], { relay: true }],
  );
});

const TOKENS: readonly [string, string | null][] = [
  ["none", null],
  ["an API key", "Bearer sb_publishable_x"],
  ["one without a user", bearer({ role: "anon" })],
];
for (const [name, authorization] of TOKENS) {
  Deno.test(`ice: asks to sign in when the token is ${name}`, async () => {
    const { outcome, seen } = setupIce();
    assert.deepEqual(await outcome(undefined, authorization), [401, "request/sign-in-needed"]);
    assert.deepEqual(seen.authorized, []);
  });
}

const BODIES: readonly [string, unknown, [number, string]][] = [
  ["no ids", {}, [400, "request/invalid"]],
  ["invalid ids", { meeting_id: ICE_MEETING_ID, peer_id: "or 1=1" }, [400, "request/invalid"]],
  ["an invalid code", { code: "or 1=1" }, [400, "request/invalid"]],
  ["a meeting without a peer", { meeting_id: ICE_MEETING_ID }, [400, "request/invalid"]],
  [
    "too much",
    { meeting_id: ICE_MEETING_ID, peer_id: ICE_PEER_ID, more: "x".repeat(2_000) },
    [413, "request/too-large"],
  ],
];
for (const [name, body, expected] of BODIES) {
  Deno.test(`ice: rejects ${name}`, async () => {
    assert.deepEqual(await setupIce().outcome(body), expected);
  });
}

Deno.test("ice: limits the rate, but counts verified callers only", async () => {
  const { outcome } = setupIce({ turns: 2 });
  assert.deepEqual(
    await Promise.all([outcome(), outcome(), outcome()]).then((all) => all.map(([status]) => status)),
    [200, 200, 429],
  );
  const forged = setupIce({ turns: 1, may: fail("request/sign-in-needed") });
  await forged.outcome();
  assert.deepEqual(await forged.outcome(), [401, "request/sign-in-needed"]);
});

Deno.test("createRateLimiter: counts by key and resets with the window", () => {
  const clock = { now: 0 };
  const take = createRateLimiter({ limit: 2, windowMs: 1_000, now: () => clock.now });
  assert.deepEqual([take("ana"), take("ana"), take("ana"), take("tom")], [true, true, false, true]);
  clock.now = 999;
  assert.equal(take("ana"), false);
  clock.now = 1_000;
  assert.equal(take("ana"), true);
});

Deno.test("ice: responds without caching and with CORS", async () => {
  const { headers, body } = await setupIce().call();
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.deepEqual(iceResponse.parse(body), { ice_servers: [{ urls: [STUN] }], expires_in: ICE.credentialTtlMs });
});

Deno.test("sharedSecret: issues a username for 15 minutes with its HMAC", async () => {
  const secret = "a-secret-of-the-relay";
  const now = 1_800_000_000_900;
  const source = sharedSecret({ urls: ["turn:t.example:3478?transport=udp"], secret, stun: [STUN], now: () => now });
  const { call, seen } = setupIce({ source });
  const { body } = await call();
  const relay = {
    urls: ["turn:t.example:3478?transport=udp"],
    ...credentialOf(secret, `1800000900:${ANA}`),
  };
  assert.deepEqual(iceResponse.parse(body), {
    ice_servers: [{ urls: [STUN] }, relay],
    expires_in: ICE.credentialTtlMs,
  });
  assert.equal(JSON.stringify([body, seen]).includes(secret), false);
});

Deno.test("Cloudflare: requests 15 minutes and drops port 53", async () => {
  for (const [respond, expected] of [
    [
      [STUN_THERE, RELAY_THERE],
      [{ urls: STUN_THERE.urls.slice(0, 1) }, RELAY],
    ],
    [{ ...RELAY_THERE, more: TOKEN }, [RELAY]],
  ] as const) {
    await withServer(
      () => generated(respond),
      async ({ url, requests }) => {
        const { call, seen } = setupIce({ source: cloudflareAt(url) });
        assert.deepEqual((await call()).body, { ice_servers: expected, expires_in: ICE.credentialTtlMs });
        const [{ method, path, body, headers } = assert.fail("nothing was asked")] = requests;
        assert.deepEqual([method, path], ["POST", `/v1/turn/keys/${KEY_ID}/credentials/generate-ice-servers`]);
        assert.deepEqual(JSON.parse(body), { ttl: 900, customIdentifier: ANA });
        assert.equal(headers.get("authorization"), `Bearer ${TOKEN}`);
        assert.deepEqual(seen.log, []);
      },
    );
  }
});

Deno.test("Cloudflare: drops addresses that browsers reject", async () => {
  const urls = ["https://evil.example", "turn: t.example", "turn:t.example?x=y", ...RELAY_THERE.urls];
  await withServer(
    () => generated([{ ...RELAY_THERE, urls }]),
    async ({ url }) => {
      const { body } = await setupIce({ source: cloudflareAt(url) }).call();
      assert.deepEqual(iceResponse.parse(body).ice_servers, [RELAY]);
    },
  );
});

Deno.test("Cloudflare: follows no redirect with the token", async () => {
  await withServer(
    () => generated([RELAY_THERE]),
    async (elsewhere) => {
      await withServer(
        () => Response.redirect(elsewhere.url, 307),
        async ({ url }) => assert.equal((await cloudflareAt(url).issueServers(PEER_CREDENTIAL)).ok, false),
      );
      assert.deepEqual(elsewhere.requests, []);
    },
  );
});

const FAULTS: readonly [string, () => Response][] = [
  ...BROKEN_RESPONSES.map(({ name, respond }): [string, () => Response] => [name, respond]),
  ["a relay without a password", () => generated([{ urls: RELAY_THERE.urls, username: "u" }])],
  ["no relay", () => generated([STUN_THERE])],
  ["an address of no server", () => generated([{ ...RELAY_THERE, urls: ["https://evil.example"] }])],
  ["our own token", () => new Response(TOKEN, { status: 401 })],
];
for (const [name, respond] of FAULTS) {
  Deno.test(`Cloudflare: ${name} leads to STUN alone for a minute`, async () => {
    await withServer(respond, async ({ url }) => {
      for (const [stun, expected] of [
        [[], "stun:stun.cloudflare.com:3478"],
        [[STUN], STUN],
      ] as const) {
        const { call, seen } = setupIce({ source: cloudflareAt(url, stun) });
        const { body } = await call();
        assert.deepEqual(body, { ice_servers: [{ urls: [expected] }], expires_in: ICE.retryDelayMs });
        assert.deepEqual(
          seen.log.map(({ code }) => code),
          ["network/media-failed"],
        );
        assert.equal(JSON.stringify([body, seen.log]).includes(TOKEN), false);
      }
    });
  });
}

Deno.test("Cloudflare: aborts after the timeout", async () => {
  const held = Promise.withResolvers<Response>();
  const limit = new AbortController();
  await withServer(
    () => {
      limit.abort();
      return held.promise;
    },
    async ({ url }) => {
      const source = cloudflare({ keyId: KEY_ID, token: TOKEN, stun: [], url, timeout: () => limit.signal });
      const found = await source.issueServers(PEER_CREDENTIAL);
      held.resolve(generated([RELAY_THERE]));
      assert.equal(!found.ok && found.cause, "no response in time");
    },
  );
});

const sourceOf = (env: Record<string, string>) =>
  relaySourceFrom((name) => env[name], { now: () => 0, timeout: shortTimeout });

Deno.test("relaySourceFrom: reads lists, and returns nothing without variables", async () => {
  assert.deepEqual(await sourceOf({}).issueServers(PEER_CREDENTIAL), { ok: true, servers: [] });
  assert.deepEqual(await sourceOf({ STUN_URLS: "stun:a.example,stun:b.example:3478" }).issueServers(PEER_CREDENTIAL), {
    ok: true,
    servers: [{ urls: ["stun:a.example", "stun:b.example:3478"] }],
  });
  const TURN_URLS = "turn:t.example:3478?transport=udp,turns:t.example:443?transport=tcp";
  const { servers } = await sourceOf({ TURN_URLS, TURN_SHARED_SECRET: "0123456789abcdef" }).issueServers(
    PEER_CREDENTIAL,
  );
  assert.deepEqual(
    servers.map(({ urls }) => urls),
    [TURN_URLS.split(",")],
  );
});

const OWN = { TURN_URLS: "turn:t.example", TURN_SHARED_SECRET: "s3cret-s3cret-s3cret" };
const THEIRS = { TURN_CLOUDFLARE_KEY_ID: KEY_ID, TURN_CLOUDFLARE_API_TOKEN: "s3cret" };
const MISTAKES: readonly ConfigError[] = [
  ["two relays", { ...OWN, ...THEIRS }, /choose one/u],
  ["addresses without a secret", { TURN_URLS: OWN.TURN_URLS }, /^TURN_SHARED_SECRET is missing\.$/u],
  ["a secret without addresses", { TURN_SHARED_SECRET: OWN.TURN_SHARED_SECRET }, /^TURN_URLS is missing\.$/u],
  ["a short secret", { ...OWN, TURN_SHARED_SECRET: "s3cret" }, /^TURN_SHARED_SECRET is shorter/u],
  ["an invalid address", { ...OWN, TURN_URLS: "https://s3cret" }, /^TURN_URLS is not a list/u],
  ["TURN in place of STUN", { STUN_URLS: "turn:s3cret" }, /^STUN_URLS is not a list/u],
  ["a key without a token", { TURN_CLOUDFLARE_KEY_ID: KEY_ID }, /^TURN_CLOUDFLARE_API_TOKEN is missing\.$/u],
  ["a path as key", { ...THEIRS, TURN_CLOUDFLARE_KEY_ID: "../s3cret" }, /^TURN_CLOUDFLARE_KEY_ID is not/u],
];
testConfigErrors("the environment", MISTAKES, sourceOf);

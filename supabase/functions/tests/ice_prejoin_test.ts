/** ICE servers of the connection test: with a code, for two minutes. */
import assert from "node:assert/strict";
import { fail, ok } from "../_shared/contracts/errors.ts";
import { ICE, iceResponse } from "../_shared/contracts/ice.ts";
import type { IceRequest } from "../_shared/contracts/iceRequest.ts";
import { createRelayAuthorizer } from "../ice/authorizeRelay.ts";
import { sharedSecret } from "../ice/relaySources.ts";
import { ANA, bearer } from "./callers.ts";
import { withServer } from "./fakeServer.ts";
import {
  cloudflareAt,
  credentialOf,
  generated,
  ICE_MEETING_ID,
  ICE_PEER_ID,
  MEETING_CODE,
  RELAY,
  RELAY_THERE,
  setupIce,
} from "./ice_setup.ts";

Deno.test("ice: sends no request for a code without a token", async () => {
  const { outcome, seen } = setupIce();
  for (const authorization of [null, "Bearer sb_publishable_x", bearer({ role: "anon" })])
    assert.deepEqual(await outcome({ code: MEETING_CODE }, authorization), [401, "request/sign-in-needed"]);
  assert.deepEqual([seen.authorized, seen.requests], [[], []]);
});

Deno.test("ice: issues two minutes under the user's name", async () => {
  const secret = "a-secret-of-the-relay";
  const urls = ["turn:t.example:3478?transport=udp"];
  const source = sharedSecret({ urls, secret, stun: [], now: () => 1_800_000_000_900 });
  for (const body of [
    { code: MEETING_CODE },
    { code: MEETING_CODE.toUpperCase(), life: 3_600_000, name: ICE_PEER_ID, peer_id: ICE_PEER_ID },
  ]) {
    const { call, seen } = setupIce({ source });
    assert.deepEqual(iceResponse.parse((await call(body)).body), {
      ice_servers: [{ urls, ...credentialOf(secret, `1800000120:${ANA}`) }],
      expires_in: 120_000,
    });
    assert.deepEqual(seen.authorized[0]?.[0], { code: MEETING_CODE.replaceAll("-", "") });
    assert.deepEqual(seen.requests, [{ userId: ANA, network: null, ttlMs: ICE.testCredentialTtlMs }]);
  }
});

Deno.test("ice: limits tests and calls together", async () => {
  const { outcome, seen } = setupIce({ turns: 3 });
  const all = [];
  for (const body of [{ code: MEETING_CODE }, undefined, { code: MEETING_CODE }, { code: MEETING_CODE }, undefined])
    all.push((await outcome(body))[0]);
  assert.deepEqual(all, [200, 200, 200, 429, 429]);
  assert.equal(seen.requests.length, 3);
});

Deno.test("ice: asks the database as the caller", async () => {
  const questions: readonly [IceRequest, string, object][] = [
    [{ code: "k3f92mxa7qpd" }, "authorize_turn_test", { p_code: "k3f92mxa7qpd" }],
    [{ meeting_id: ICE_MEETING_ID, peer_id: ICE_PEER_ID }, "authorize_turn", { p_meeting_id: ICE_MEETING_ID }],
  ];
  for (const [respond, expected] of [
    [() => Response.json(true), ok(true)],
    [() => Response.json(false), ok(false)],
    [() => Response.json({ message: "meeting/ended" }, { status: 410 }), fail("meeting/ended")],
    [() => Response.json({ message: "JWT expired" }, { status: 401 }), fail("request/sign-in-needed")],
    [() => Response.json({ may: true }), fail("bug/unexpected", "a response of another shape")],
  ] as const) {
    await withServer(respond, async ({ url, requests }) => {
      const mayHave = createRelayAuthorizer({ url, publishableKey: "sb_publishable_x" });
      for (const [request] of questions)
        assert.deepEqual(
          await mayHave(request, { token: "a.b.c", userId: ANA, sessionId: null, level: "aal1", network: null }),
          expected,
        );
      assert.deepEqual(
        requests.map(({ method, path, body, headers }) => [
          method,
          path,
          JSON.parse(body),
          headers.get("authorization"),
        ]),
        questions.map(([, name, args]) => ["POST", `/rest/v1/rpc/${name}`, args, "Bearer a.b.c"]),
      );
    });
  }
});

Deno.test("Cloudflare: requests two minutes for a test", async () => {
  await withServer(
    () => generated([RELAY_THERE]),
    async ({ url, requests }) => {
      const { body } = await setupIce({ source: cloudflareAt(url) }).call({ code: MEETING_CODE });
      assert.deepEqual(body, { ice_servers: [RELAY], expires_in: 120_000 });
      assert.deepEqual(JSON.parse(requests[0]?.body ?? ""), { ttl: 120, customIdentifier: ANA });
    },
  );
});

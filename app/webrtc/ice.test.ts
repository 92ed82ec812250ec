import { describe, expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { ICE, type IceResponse } from "#contracts/ice.ts";
import { createFakeClock, settle } from "../../tests/fakes/clock.ts";
import { createIceServerStore, ICE_TIMEOUT_MS } from "./ice.ts";

const STUN = [{ urls: ["stun:known.example"] }];
const relay = (username: string): IceResponse["ice_servers"] => [
  { urls: ["turn:relay.example"], username, credential: "secret" },
];

function world(answers: (Result<IceResponse> | Promise<Result<IceResponse>>)[]) {
  const clock = createFakeClock();
  let requestCount = 0;
  let given: AbortSignal | null = null;
  const ice = createIceServerStore({
    clock,
    initialServers: STUN,
    fetchServers: async (signal) => {
      given = signal;
      const response = answers[Math.min(requestCount, answers.length - 1)];
      requestCount += 1;
      return response ?? fail("bug/unexpected");
    },
  });
  let ready = false;
  void ice.ready.then(() => {
    ready = true;
  });
  return { clock, ice, requestCount: () => requestCount, ready: () => ready, givenUp: () => given?.aborted };
}

describe("ICE server store", () => {
  test("uses fetched servers and renews before they expire", async () => {
    const ttlMs = ICE.credentialTtlMs;
    const { clock, ice, requestCount, ready } = world([
      ok({ ice_servers: relay("one"), expires_in: ttlMs }),
      ok({ ice_servers: relay("two"), expires_in: ttlMs }),
    ]);
    await settle();
    expect(ready()).toBe(true);
    expect(ice.getSnapshot()).toEqual(relay("one"));
    await clock.advance(ttlMs / 2);
    expect(ice.getSnapshot()).toEqual(relay("two"));
    expect(requestCount()).toBe(2);
  });

  test("does not wait for a slow response", async () => {
    const late = Promise.withResolvers<Result<IceResponse>>();
    const { clock, ice, ready } = world([late.promise]);
    await clock.advance(ICE_TIMEOUT_MS);
    expect(ready()).toBe(true);
    expect(ice.getSnapshot()).toEqual(STUN);
    late.resolve(ok({ ice_servers: relay("late"), expires_in: ICE.credentialTtlMs }));
    await settle();
    expect(ice.getSnapshot()).toEqual(relay("late"));
  });

  test("keeps the servers after a failure, and retries", async () => {
    const { clock, ice, requestCount, ready } = world([
      fail("network/offline"),
      ok({ ice_servers: [], expires_in: ICE.retryDelayMs }),
      ok({ ice_servers: relay("healed"), expires_in: ICE.credentialTtlMs }),
    ]);
    await settle();
    expect(ready()).toBe(true);
    expect(ice.getSnapshot()).toEqual(STUN);
    await clock.advance(ICE.retryDelayMs);
    // An operator without TURN servers returns an empty list, which must not replace the initial servers.
    expect(ice.getSnapshot()).toEqual(STUN);
    await clock.advance(ICE.retryDelayMs);
    expect(ice.getSnapshot()).toEqual(relay("healed"));
    expect(requestCount()).toBe(3);
  });

  test("replaces bad credentials on demand, one request at a time", async () => {
    const second = Promise.withResolvers<Result<IceResponse>>();
    const { ice, requestCount } = world([
      ok({ ice_servers: relay("ended"), expires_in: ICE.credentialTtlMs }),
      second.promise,
    ]);
    await settle();
    ice.renew();
    ice.renew();
    expect(requestCount()).toBe(2);
    second.resolve(ok({ ice_servers: relay("good"), expires_in: ICE.credentialTtlMs }));
    await settle();
    expect(ice.getSnapshot()).toEqual(relay("good"));
  });

  test("renews on demand at once after a failure", async () => {
    const { ice, requestCount } = world([
      fail("network/offline"),
      ok({ ice_servers: relay("good"), expires_in: ICE.credentialTtlMs }),
    ]);
    await settle();
    ice.renew();
    await settle();
    expect(requestCount()).toBe(2);
    expect(ice.getSnapshot()).toEqual(relay("good"));
  });

  test("sends few requests for a peer that never connects", async () => {
    const { clock, ice, requestCount } = world([ok({ ice_servers: relay("good"), expires_in: ICE.credentialTtlMs })]);
    // A guest who enters as another peer each quarter of a minute.
    for (let entry = 1; entry < 40; entry += 1) {
      await clock.advance(15_000);
      ice.renew();
    }
    expect(requestCount()).toBe(3);
  });

  test("leaves no timer and ignores responses after closing", async () => {
    const late = Promise.withResolvers<Result<IceResponse>>();
    const { clock, ice } = world([late.promise]);
    ice.close();
    late.resolve(ok({ ice_servers: relay("late"), expires_in: 1 }));
    await settle();
    expect(clock.pending()).toBe(0);
    expect(ice.getSnapshot()).toEqual(STUN);
  });

  test("aborts a pending request on close", async () => {
    const { ice, givenUp } = world([new Promise(() => {})]);
    await settle();
    expect(givenUp()).toBe(false);
    ice.close();
    expect(givenUp()).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { createFakeClock, settle } from "../../tests/fakes/clock.ts";
import { createRpc } from "./rpc.ts";
import { createSupabaseHttp, REQUEST_TIMEOUT_MS } from "./supabaseHttp.ts";

interface SentRequest {
  url: string;
  init: RequestInit;
}

function page(
  respond: (request: SentRequest, index: number) => Response | Promise<Response>,
  tokens: (string | null)[] = ["one"],
  /** Whether the token is available synchronously. */
  isTokenKnown = false,
) {
  const clock = createFakeClock();
  const requests: SentRequest[] = [];
  const renewals: boolean[] = [];
  const rpc = createRpc(
    createSupabaseHttp({
      supabaseUrl: "https://db.test",
      publishableKey: "sb_publishable_x",
      clock,
      accessToken: (options) => {
        renewals.push(options?.renew ?? false);
        const token = tokens[Math.min(renewals.length, tokens.length) - 1] ?? null;
        return isTokenKnown ? token : Promise.resolve(token);
      },
      fetch: async (url, init = {}) => {
        const request = { url: String(url), init };
        requests.push(request);
        return respond(request, requests.length - 1);
      },
    }),
  );
  return { rpc, clock, requests, renewals };
}

const header = (request: SentRequest | undefined, name: string) => new Headers(request?.init.headers).get(name);
const id = "6f1f6f0e-0e1c-4d3a-9a53-111111111111";
const created = { meeting_id: id, code: "k3f92mxa7qpd" };
const errorResponse = (status: number, message: string, code = `PT${status}`) =>
  Response.json({ code, message }, { status });

const htmlResponse = (body: string, status: number) =>
  new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8" } });

describe("rpc", () => {
  it("sends key, token and arguments and returns the parsed result", async () => {
    const { rpc, requests } = page(() => Response.json(created));
    expect(await rpc("create_meeting", { p_meeting_id: id })).toEqual({ ok: true, value: created });
    expect(requests[0]?.url).toBe("https://db.test/rest/v1/rpc/create_meeting");
    expect(header(requests[0], "apikey")).toBe("sb_publishable_x");
    expect(header(requests[0], "authorization")).toBe("Bearer one");
    expect(requests[0]?.init.body).toBe(JSON.stringify({ p_meeting_id: id }));
  });

  it("cuts clusters of a result that stall a page", async () => {
    const { rpc } = page(() => Response.json({ ...created, code: `a${"\u{1F3FB}".repeat(1_000)}b` }));
    const result = await rpc("create_meeting", { p_meeting_id: id });
    expect(result).toMatchObject({ value: { code: `a${"\u{1F3FB}".repeat(16)}b` } });
  });

  it("sends synchronously if the token is known", async () => {
    const { rpc, requests } = page(() => Response.json(true), ["one"], true);
    const signal = { type: "ready", reply: false, missed: false } as const;
    const result = rpc("send_signal", { p_call_id: id, p_from: id, p_to: id, p_signal: signal });
    expect(requests.map(({ url }) => url)).toEqual(["https://db.test/rest/v1/rpc/send_signal"]);
    expect(await result).toEqual({ ok: true, value: true });
  });

  it("repeats a request that the database did not admit", async () => {
    const { rpc, clock, requests } = page((_, index) =>
      index < 2 ? errorResponse(299, "request/busy") : Response.json(created),
    );
    const result = rpc("create_meeting", { p_meeting_id: id });
    await clock.advance(100);
    expect(await result).toEqual({ ok: true, value: created });
    expect(requests).toHaveLength(3);
  });

  it("sends the fourth request once one of three has ended", async () => {
    const responses = Array.from({ length: 4 }, () => Promise.withResolvers<Response>());
    const { rpc, requests } = page((_, index) => responses[index]?.promise ?? Response.error(), ["one"], true);
    const results = responses.map(() => rpc("create_meeting", { p_meeting_id: id }));
    await settle();
    expect(requests).toHaveLength(3);
    responses[1]?.reject(new TypeError("network"));
    expect(await results[1]).toMatchObject({ ok: false, error: { code: "network/offline" } });
    await settle();
    expect(requests).toHaveLength(4);
    for (const { resolve } of responses) resolve(Response.json(created));
    expect((await Promise.all(results)).map(({ ok }) => ok)).toEqual([true, false, true, true]);
  });

  it("gives up after two seconds without being admitted", async () => {
    const { rpc, clock, requests } = page(() => errorResponse(299, "request/busy"));
    const result = rpc("create_meeting", { p_meeting_id: id });
    await clock.advance(2_000);
    expect(await result).toEqual({ ok: false, error: { code: "request/rate-limited" } });
    expect(requests).toHaveLength(7);
  });

  it("sends no token without a session", async () => {
    const { rpc, requests } = page(() => errorResponse(404, "meeting/not-found"), [null]);
    expect(await rpc("find_meeting", { p_code: "x" })).toEqual({ ok: false, error: { code: "meeting/not-found" } });
    expect(header(requests[0], "authorization")).toBeNull();
  });

  it.each([
    [errorResponse(409, "meeting/full"), "meeting/full"],
    [errorResponse(429, "request/rate-limited"), "request/rate-limited"],
    [errorResponse(403, "permission denied for table lines", "42501"), "request/not-allowed"],
    [new Response("<html>", { status: 502 }), "network/timeout"],
    // Cloudflare's own statuses for an unreachable origin.
    [new Response("<html>", { status: 520 }), "network/timeout"],
    [new Response("<html>", { status: 524 }), "network/timeout"],
    [new Response("error code: 526", { status: 526 }), "network/timeout"],
    // Responses of a proxy or of a hotel's sign-in page.
    ...[200, 400, 401, 403, 404, 405, 409, 410, 500, 511].map((status): [Response, string] => [
      htmlResponse("<html>", status),
      "network/not-reached",
    ]),
    [htmlResponse("", 200), "network/not-reached"],
    [htmlResponse("{}", 200), "network/not-reached"],
    [new Response(null, { status: 403 }), "network/not-reached"],
    [htmlResponse("<html>", 413), "request/too-large"],
    [htmlResponse("<html>", 429), "request/rate-limited"],
    // A statement timeout, a deadlock, a lock timeout, a restarting server and a serialization failure.
    [errorResponse(500, "canceling statement due to statement timeout", "57014"), "network/timeout"],
    [errorResponse(500, "deadlock detected", "40P01"), "network/timeout"],
    [errorResponse(500, "canceling statement due to lock timeout", "55P03"), "network/timeout"],
    [errorResponse(500, "terminating connection due to administrator command", "57P01"), "network/timeout"],
    [errorResponse(500, "could not serialize access", "40001"), "network/timeout"],
    [errorResponse(409, "duplicate key value violates unique constraint", "23505"), "bug/unexpected"],
    [errorResponse(500, "relation does not exist", "42P01"), "bug/unexpected"],
    [Response.json({ meeting_id: "not a uuid", code: 4 }), "bug/unexpected"],
    [Response.json({ error: { code: "translate/quota" } }, { status: 429 }), "translate/quota"],
  ])("response %# becomes %s", async (response, code) => {
    const { rpc } = page(() => response);
    const result = await rpc("create_meeting", { p_meeting_id: id });
    expect(result.ok ? "ok" : result.error.code).toBe(code);
  });

  it("keeps server messages and values out of the cause", async () => {
    const { rpc } = page((_, index) =>
      index === 0 ? errorResponse(500, "secret text", "XX000") : Response.json({ meeting_id: "secret text" }),
    );
    for (let round = 0; round < 2; round += 1)
      expect(JSON.stringify(await rpc("create_meeting", { p_meeting_id: id }))).not.toContain("secret text");
  });

  it("renews the token once on 401", async () => {
    const { rpc, requests, renewals } = page(
      (_, index) => (index === 0 ? errorResponse(401, "JWT expired", "PGRST303") : Response.json(created)),
      ["one", "two"],
    );
    expect((await rpc("create_meeting", { p_meeting_id: id })).ok).toBe(true);
    expect(renewals).toEqual([false, true]);
    expect(header(requests[1], "authorization")).toBe("Bearer two");
  });

  it("renews no token when a proxy responds with 401", async () => {
    const { rpc, requests } = page(() => htmlResponse("<html>", 401));
    expect(await rpc("create_meeting", { p_meeting_id: id })).toMatchObject({ error: { code: "network/not-reached" } });
    expect(requests).toHaveLength(1);
  });

  it("requires a sign-in if the renewed token is rejected too", async () => {
    const { rpc, requests } = page(() => errorResponse(401, "JWT expired", "PGRST303"));
    const result = await rpc("create_meeting", { p_meeting_id: id });
    expect(result).toMatchObject({ ok: false, error: { code: "request/sign-in-needed" } });
    expect(requests).toHaveLength(2);
  });

  it("returns network/offline when fetch throws", async () => {
    const { rpc } = page(() => Promise.reject(new TypeError("failed")));
    expect(await rpc("create_meeting", { p_meeting_id: id })).toEqual({
      ok: false,
      error: { code: "network/offline" },
    });
  });

  it("returns network/timeout on a server that is unreachable", async () => {
    const http = (token: () => Promise<string>, fetch: () => Promise<Response>) =>
      createRpc(
        createSupabaseHttp({
          supabaseUrl: "https://db.test",
          publishableKey: "sb_publishable_x",
          accessToken: token,
          fetch,
          clock: createFakeClock(),
          unreachableCode: "network/timeout",
        }),
      )("create_meeting", { p_meeting_id: id });
    const unreachable = () => Promise.reject(new TypeError("failed"));
    const token = async () => "one";
    for (const result of [await http(token, unreachable), await http(unreachable, async () => Response.json(created))])
      expect(result).toMatchObject({ ok: false, error: { code: "network/timeout" } });
  });

  it("aborts a request after the timeout and leaves no timer", async () => {
    const { rpc, clock } = page(
      ({ init }) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        }),
    );
    const result = rpc("create_meeting", { p_meeting_id: id });
    await clock.advance(REQUEST_TIMEOUT_MS - 1);
    expect(clock.pending()).toBe(1);
    await clock.advance(1);
    expect(await result).toEqual({ ok: false, error: { code: "network/timeout" } });
    expect(clock.pending()).toBe(0);
  });

  it("sends the last used token after a change of user", async () => {
    const args = { p_call_id: id, p_peer_id: id };
    for (const newToken of ["two", null]) {
      const { rpc, requests } = page(() => Response.json(null), ["one", newToken]);
      await rpc("leave_call", args);
      await rpc("leave_call", args, { useLastToken: true });
      await rpc("leave_call", args);
      await rpc("leave_call", args, { useLastToken: true });
      expect(requests.map((request) => header(request, "authorization"))).toEqual([
        "Bearer one",
        "Bearer one",
        newToken === null ? null : `Bearer ${newToken}`,
        // A request without a token does not replace the last one.
        `Bearer ${newToken ?? "one"}`,
      ]);
    }
  });

  it("sends the current token if none was used", async () => {
    const { rpc, requests, renewals } = page(
      (_, index) => (index === 1 ? errorResponse(401, "JWT expired", "PGRST303") : Response.json(null)),
      ["one", "two"],
    );
    const leave = () => rpc("leave_call", { p_call_id: id, p_peer_id: id }, { useLastToken: true });
    for (let round = 0; round < 2; round += 1) expect((await leave()).ok).toBe(true);
    expect(renewals).toEqual([false, true]);
    expect(requests.map((request) => header(request, "authorization"))).toEqual([
      "Bearer one",
      "Bearer one",
      "Bearer two",
    ]);
  });
});

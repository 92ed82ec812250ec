import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { createRpc } from "./rpc.ts";
import { createSupabaseHttp, REQUEST_TIMEOUT_MS } from "./supabaseHttp.ts";

interface Seen {
  url: string;
  init: RequestInit;
}

function page(
  answer: (seen: Seen, index: number) => Response | Promise<Response>,
  tokens: (string | null)[] = ["one"],
  /** The token is there at once. */
  known = false,
) {
  const clock = createFakeClock();
  const seen: Seen[] = [];
  const asked: boolean[] = [];
  const rpc = createRpc(
    createSupabaseHttp({
      supabaseUrl: "https://db.test",
      publishableKey: "sb_publishable_x",
      clock,
      accessToken: (options) => {
        asked.push(options?.renew ?? false);
        const token = tokens[Math.min(asked.length, tokens.length) - 1] ?? null;
        return known ? token : Promise.resolve(token);
      },
      fetch: async (url, init = {}) => {
        const request = { url: String(url), init };
        seen.push(request);
        return answer(request, seen.length - 1);
      },
    }),
  );
  return { rpc, clock, seen, asked };
}

const header = (seen: Seen | undefined, name: string) => new Headers(seen?.init.headers).get(name);
const id = "6f1f6f0e-0e1c-4d3a-9a53-111111111111";
const created = { meeting_id: id, code: "k3f92mxa7qpd" };
const refusal = (status: number, message: string, code = `PT${status}`) => Response.json({ code, message }, { status });

describe("rpc", () => {
  it("sends key, bearer and arguments, and gives the parsed result", async () => {
    const { rpc, seen } = page(() => Response.json(created));
    expect(await rpc("create_meeting", { p_meeting_id: id })).toEqual({ ok: true, value: created });
    expect(seen[0]?.url).toBe("https://db.test/rest/v1/rpc/create_meeting");
    expect(header(seen[0], "apikey")).toBe("sb_publishable_x");
    expect(header(seen[0], "authorization")).toBe("Bearer one");
    expect(seen[0]?.init.body).toBe(JSON.stringify({ p_meeting_id: id }));
  });

  it("leaves at once where the token is known: a press is on its way before the page is drawn anew", async () => {
    const { rpc, seen } = page(() => Response.json(created), ["one"], true);
    const answer = rpc("create_meeting", { p_meeting_id: id });
    expect(seen.map(({ url }) => url)).toEqual(["https://db.test/rest/v1/rpc/create_meeting"]);
    expect(await answer).toEqual({ ok: true, value: created });
  });

  it("sends no bearer for a visitor without a session", async () => {
    const { rpc, seen } = page(() => refusal(404, "meeting/not-found"), [null]);
    expect(await rpc("find_meeting", { p_code: "x" })).toEqual({ ok: false, error: { code: "meeting/not-found" } });
    expect(header(seen[0], "authorization")).toBeNull();
  });

  it.each([
    [refusal(409, "meeting/full"), "meeting/full"],
    [refusal(429, "request/rate-limited"), "request/rate-limited"],
    [refusal(403, "permission denied for table lines", "42501"), "request/not-allowed"],
    [new Response("<html>", { status: 502 }), "network/timeout"],
    // Cloudflare's own words for a server that it cannot reach, and one that is not to be had at all.
    [new Response("<html>", { status: 520 }), "network/timeout"],
    [new Response("<html>", { status: 524 }), "network/timeout"],
    [new Response("error code: 526", { status: 526 }), "network/timeout"],
    [new Response("<html>", { status: 200 }), "bug/unexpected"],
    // A statement that took too long, a deadlock, a lock that was not given, a server that is being restarted.
    [refusal(500, "canceling statement due to statement timeout", "57014"), "network/timeout"],
    [refusal(500, "deadlock detected", "40P01"), "network/timeout"],
    [refusal(500, "canceling statement due to lock timeout", "55P03"), "network/timeout"],
    [refusal(500, "terminating connection due to administrator command", "57P01"), "network/timeout"],
    [refusal(500, "could not serialize access", "40001"), "network/timeout"],
    [refusal(409, "duplicate key value violates unique constraint", "23505"), "bug/unexpected"],
    [refusal(500, "relation does not exist", "42P01"), "bug/unexpected"],
    [Response.json({ meeting_id: "not a uuid", code: 4 }), "bug/unexpected"],
    [Response.json({ error: { code: "translate/quota" } }, { status: 429 }), "translate/quota"],
  ])("answer %# is %s", async (response, code) => {
    const { rpc } = page(() => response);
    const result = await rpc("create_meeting", { p_meeting_id: id });
    expect(result.ok ? "ok" : result.error.code).toBe(code);
  });

  it("never puts the server's words or a value into the cause", async () => {
    const { rpc } = page((_, index) =>
      index === 0 ? refusal(500, "secret words", "XX000") : Response.json({ meeting_id: "secret words" }),
    );
    for (let round = 0; round < 2; round += 1)
      expect(JSON.stringify(await rpc("create_meeting", { p_meeting_id: id }))).not.toContain("secret words");
  });

  it("renews the token once on 401", async () => {
    const { rpc, seen, asked } = page(
      (_, index) => (index === 0 ? refusal(401, "JWT expired", "PGRST303") : Response.json(created)),
      ["one", "two"],
    );
    expect((await rpc("create_meeting", { p_meeting_id: id })).ok).toBe(true);
    expect(asked).toEqual([false, true]);
    expect(header(seen[1], "authorization")).toBe("Bearer two");
  });

  it("asks to sign in when the renewed token is refused too", async () => {
    const { rpc, seen } = page(() => refusal(401, "JWT expired", "PGRST303"));
    const result = await rpc("create_meeting", { p_meeting_id: id });
    expect(result).toMatchObject({ ok: false, error: { code: "request/sign-in-needed" } });
    expect(seen).toHaveLength(2);
  });

  it("is offline when fetch throws", async () => {
    const { rpc } = page(() => Promise.reject(new TypeError("failed")));
    expect(await rpc("create_meeting", { p_meeting_id: id })).toEqual({
      ok: false,
      error: { code: "network/offline" },
    });
  });

  it("is a matter of time on a server, which is never offline: without an answer, or without a token", async () => {
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
    const gone = () => Promise.reject(new TypeError("failed"));
    const token = async () => "one";
    for (const result of [await http(token, gone), await http(gone, async () => Response.json(created))])
      expect(result).toMatchObject({ ok: false, error: { code: "network/timeout" } });
  });

  it("ends a request that takes too long, and leaves no timer", async () => {
    const { rpc, clock } = page(
      ({ init }) =>
        new Promise((_, reject) => {
          init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        }),
    );
    const asked = rpc("create_meeting", { p_meeting_id: id });
    await clock.advance(REQUEST_TIMEOUT_MS - 1);
    expect(clock.pending()).toBe(1);
    await clock.advance(1);
    expect(await asked).toEqual({ ok: false, error: { code: "network/timeout" } });
    expect(clock.pending()).toBe(0);
  });

  it("ends what was begun as who began it, also when somebody else is signed in by now, or nobody", async () => {
    const args = { p_call_id: id, p_peer_id: id };
    for (const now of ["two", null]) {
      const { rpc, seen } = page(() => Response.json(null), ["one", now]);
      await rpc("leave_call", args);
      await rpc("leave_call", args, { useLastToken: true });
      await rpc("leave_call", args);
      await rpc("leave_call", args, { useLastToken: true });
      expect(seen.map((one) => header(one, "authorization"))).toEqual([
        "Bearer one",
        "Bearer one",
        now === null ? null : `Bearer ${now}`,
        // As nobody nothing was begun.
        `Bearer ${now ?? "one"}`,
      ]);
    }
  });

  it("without anybody before, as who is here now; refused, with a renewed token", async () => {
    const { rpc, seen, asked } = page(
      (_, index) => (index === 1 ? refusal(401, "JWT expired", "PGRST303") : Response.json(null)),
      ["one", "two"],
    );
    const leave = () => rpc("leave_call", { p_call_id: id, p_peer_id: id }, { useLastToken: true });
    for (let round = 0; round < 2; round += 1) expect((await leave()).ok).toBe(true);
    expect(asked).toEqual([false, true]);
    expect(seen.map((one) => header(one, "authorization"))).toEqual(["Bearer one", "Bearer one", "Bearer two"]);
  });
});

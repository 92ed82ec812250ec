/** Sign-in by other providers at the Worker, attacks first. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import {
  CLAIM,
  createSigningKey,
  GUEST,
  guestCookies,
  refusal,
  type Scene,
  signedIn,
  TOM,
  visit,
} from "../tests/fakes/signInVisit.ts";

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const MAIL = "tom@example.org";
const MEETING = "/m/k3f9-2mxa-7qpd";
const ACME = { id: "custom:acme", name: "Acme" };
const ways = { providers: [ACME, { id: "google", name: "Google" }] };

/** A session of Tom, whose address is confirmed unless another user is given. */
const sessionOfTom = async (change: object = {}) => {
  const session = await signedIn(TOM, MAIL);
  return { ...session, user: { ...session.user, email_confirmed_at: "2026-11-29T10:00:00Z", ...change } };
};
const asTom = async (change: object = {}) => Response.json(await sessionOfTom(change));
const token = (change: object = {}) => ({ "/token": async () => await asTom(change) });

const begin = async (scene: Scene = {}, provider = "google", next = MEETING) => {
  const visited = visit({ ways, ...scene });
  const begun = await visited.signIn.beginProvider(provider, next);
  const url = begun.ok ? new URL(begun.value) : null;
  const flow = new URL(url?.searchParams.get("redirect_to") ?? "https://x.example").searchParams.get("flow") ?? "";
  return { ...visited, begun, url, flow };
};
const finish = async (query: Record<string, string>, scene: Scene = {}) => {
  const visited = visit({ ways, ...scene });
  return { ...visited, outcome: await visited.signIn.finishProvider(new URLSearchParams(query)) };
};
const problem = async (query: Record<string, string>, cookies: readonly string[]) => {
  const { outcome } = await finish(query, { cookies });
  return outcome.ok ? null : outcome.problem;
};

describe("attacks", () => {
  test("a code of another browser is not sent", async () => {
    const attacker = await begin();
    const { outcome, requests, cookies } = await finish(
      { code: "of the attacker", flow: attacker.flow },
      { auth: token() },
    );
    expect(outcome).toEqual({ ok: false, purpose: "sign-in", problem: "elsewhere", next: "/home", provider: null });
    expect(requests).toEqual([]);
    expect(cookies()).toEqual([]);
  });

  test("a code gets the verifier of its own flow", async () => {
    const [first, second] = [await begin(), await begin()];
    const cookies = [...first.cookies(), ...second.cookies()];
    const sent = async (flow: string) => {
      const { requests } = await finish({ code: "c", flow }, { auth: token(), cookies });
      return requests[0]?.body;
    };
    const [one, two] = [await sent(first.flow), await sent(second.flow)];
    expect(one).toMatchObject({ auth_code: "c", code_verifier: expect.stringMatching(/^.{43,}$/u) });
    expect(one).not.toEqual(two);
  });

  test.each(["https://evil.example", "//evil.example", "/\\evil.example", "/sign-out", "javascript:alert(1)"])(
    "the page to open is one of this site: %s",
    async (next) => {
      const { cookies, flow, url } = await begin({}, "google", next);
      expect(url?.searchParams.get("redirect_to")).toBe(`https://parley.example/auth/callback?flow=${flow}`);
      const { outcome } = await finish({ code: "c", flow }, { auth: token(), cookies: cookies() });
      expect(outcome).toEqual({ ok: true, path: "/home" });
    },
  );

  test("a forged page stays on this site", async () => {
    const { cookies, flow } = await begin();
    const forged = cookies().map((cookie) =>
      cookie.replace(encodeURIComponent(MEETING), encodeURIComponent("//evil.example")),
    );
    expect(forged).not.toEqual(cookies());
    const { outcome } = await finish({ code: "c", flow }, { auth: token(), cookies: forged });
    expect(outcome).toEqual({ ok: true, path: "/home" });
  });

  test("a provider that is not offered begins nothing", async () => {
    const { begun, cookies } = await begin({}, "github");
    expect(begun).toEqual(fail("request/not-allowed"));
    expect(cookies()).toEqual([]);
  });

  test("the session of before is not continued", async () => {
    const guest = await guestCookies();
    const { cookies, flow } = await begin({ cookies: guest });
    const { session, cookies: cookiesAfter } = await finish(
      { code: "c", flow },
      { auth: token(), rpc: { create_merge_token: fail("network/timeout") }, cookies: [...guest, ...cookies()] },
    );
    expect((await session.viewer())?.id).toBe(TOM);
    expect(cookiesAfter().some((cookie) => cookie.startsWith("__Host-parley=") && !cookie.includes("Max-Age=0"))).toBe(
      true,
    );
  });

  test.each([{ email_confirmed_at: undefined }, { email: "" }])(
    "an account without a confirmed address: %o",
    async (change) => {
      const guest = await guestCookies();
      const { cookies, flow } = await begin({ cookies: guest });
      const { outcome, cookies: cookiesAfter } = await finish(
        { code: "c", flow },
        {
          auth: { ...token(change), "/logout": () => new Response(null, { status: 204 }) },
          cookies: [...guest, ...cookies()],
        },
      );
      expect(outcome).toMatchObject({ ok: false, problem: "unverified", next: MEETING });
      expect(cookiesAfter().filter((cookie) => cookie.startsWith("__Host-parley="))).toEqual([]);
    },
  );

  test("an account with a number and no address signs in", async () => {
    const { cookies, flow } = await begin();
    const owner = {
      email: "",
      email_confirmed_at: undefined,
      phone: "34600111222",
      phone_confirmed_at: "2026-11-30T10:00:00Z",
    };
    const { outcome } = await finish({ code: "c", flow }, { auth: token(owner), cookies: cookies() });
    expect(outcome).toEqual({ ok: true, path: MEETING });
  });

  test("no cookie holds a token of the provider", async () => {
    const { cookies, flow } = await begin();
    const withTokens = async () => {
      const session = await sessionOfTom();
      return Response.json({ ...session, provider_token: "of Google", provider_refresh_token: "of Google too" });
    };
    const { outcome, cookies: cookiesAfter } = await finish(
      { code: "c", flow },
      { auth: { "/token": withTokens }, cookies: cookies() },
    );
    expect(outcome.ok).toBe(true);
    const session = cookiesAfter().find((cookie) => cookie.startsWith("__Host-parley=")) ?? "";
    const text = Buffer.from(session.split(";")[0]?.replace("__Host-parley=base64-", "") ?? "", "base64url").toString();
    expect(text).toContain(TOM);
    expect(text).not.toContain("of Google");
  });
});

describe("a sign-in", () => {
  test("begins with a verifier that only this browser holds", async () => {
    const { url, cookies, flow } = await begin();
    expect(url?.pathname).toBe("/auth/v1/authorize");
    expect(url?.searchParams.get("code_challenge_method")).toBe("s256");
    expect(cookies()).toHaveLength(2);
    for (const cookie of cookies()) expect(cookie).toMatch(/^__Host-.*Max-Age=300.*HttpOnly.*Secure/u);
    expect(flow).toMatch(/^[0-9a-f-]{36}$/u);
  });

  test("opens the page, is remembered, and removes its cookies", async () => {
    const { cookies, flow } = await begin();
    const {
      outcome,
      recorded,
      cookies: cookiesAfter,
    } = await finish({ code: "c", flow }, { auth: token(), cookies: cookies() });
    expect(outcome).toEqual({ ok: true, path: MEETING });
    expect(recorded).toHaveLength(1);
    const names = cookiesAfter()
      .filter((cookie) => cookie.includes("Max-Age=0"))
      .map((cookie) => cookie.split("=")[0]);
    for (const cookie of cookies()) expect(names).toContain(cookie.split("=")[0]);
    const next = visit({ ways, cookies: cookiesAfter() });
    expect(next.signIn.lastWay()).toBe("provider:google");
  });

  test("moves what the guest had", async () => {
    const guest = await guestCookies();
    const { cookies, flow } = await begin({ cookies: guest });
    const rpc = { create_merge_token: ok({ token: CLAIM }), redeem_merge_token: ok({ more: false }) };
    const { outcome, called } = await finish(
      { code: "c", flow },
      { auth: token(), rpc, cookies: [...guest, ...cookies()] },
    );
    expect(outcome).toEqual({ ok: true, path: MEETING });
    expect(called).toEqual([`as ${GUEST}`, "create_merge_token {}", `redeem_merge_token {"p_token":"${CLAIM}"}`]);
  });

  test("asks for the second factor of those who have one", async () => {
    const { cookies, flow } = await begin();
    const factors = [{ id: "f", status: "verified", factor_type: "totp" }];
    const { outcome } = await finish({ code: "c", flow }, { auth: token({ factors }), cookies: cookies() });
    expect(outcome).toEqual({ ok: true, path: `/sign-in/verify?next=${encodeURIComponent(MEETING)}` });
  });

  test("is done once", async () => {
    const { cookies, flow } = await begin();
    const first = await finish({ code: "c", flow }, { auth: token(), cookies: cookies() });
    const left = first.cookies().filter((cookie) => !cookie.includes("Max-Age=0"));
    expect(await problem({ code: "c", flow }, left)).toBe("elsewhere");
  });
});

describe("a sign-in that fails", () => {
  test.each([
    [{ error: "access_denied", error_description: "no" }, "refused"],
    [{ error: "access_denied", error_code: "provider_email_needs_verification" }, "unverified"],
    [{ error: "access_denied", error_code: "signup_disabled" }, "closed"],
    [{ error: "access_denied", error_code: "user_banned" }, "unavailable"],
    [{ error: "invalid_request", error_code: "flow_state_already_used" }, "expired"],
    [{ error: "server_error", error_description: "Error getting user email from external provider" }, "unverified"],
    [{ error: "server_error", error_code: "unexpected_failure" }, "unavailable"],
    [{}, "unavailable"],
  ])("says why and leads back: %o", async (query, expected) => {
    const { cookies, flow } = await begin({}, "custom:acme");
    const { outcome } = await finish({ ...query, flow }, { cookies: cookies() });
    expect(outcome).toEqual({ ok: false, purpose: "sign-in", problem: expected, next: MEETING, provider: ACME });
  });

  test("finds the flow of a forgotten state", async () => {
    const { cookies } = await begin();
    const { outcome } = await finish(
      { error: "invalid_request", error_code: "bad_oauth_state" },
      { cookies: cookies() },
    );
    expect(outcome).toMatchObject({ problem: "expired", next: MEETING });
  });

  test("a failed exchange keeps the guest", async () => {
    const guest = await guestCookies();
    const { cookies, flow } = await begin({ cookies: guest });
    for (const [auth, expected] of [
      [{ "/token": refusal(422, "flow_state_expired") }, "expired"],
      [{}, "unavailable"],
    ] as const) {
      const { outcome, cookies: cookiesAfter } = await finish(
        { code: "c", flow },
        { auth, cookies: [...guest, ...cookies()] },
      );
      expect(outcome).toMatchObject({ ok: false, problem: expected });
      expect(cookiesAfter().filter((cookie) => cookie.startsWith("__Host-parley="))).toEqual([]);
    }
  });
});

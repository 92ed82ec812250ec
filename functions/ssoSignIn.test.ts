/** Single sign-on at the Worker, attacks first. */
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
import { domainOf } from "./ssoSignIn.ts";

beforeAll(createSigningKey);
afterEach(() => vi.unstubAllGlobals());

const MAIL = "tom@acme.example";
const MEETING = "/m/k3f9-2mxa-7qpd";
const IDP = "https://idp.acme.example/sso?SAMLRequest=x";
const ways = { sso: true };
const ACME = { id: "sso:acme.example", name: "acme.example" };
const found = { "/sso": () => Response.json({ url: IDP }) };
const token = {
  "/token": async () => {
    const session = await signedIn(TOM, MAIL);
    return Response.json({ ...session, user: { ...session.user, email_confirmed_at: "2026-11-29T10:00:00Z" } });
  },
};

/** Begins a sign-in. Returns the id of its flow, and what Auth got. */
async function begin(scene: Scene = {}, typed = MAIL, next = MEETING) {
  const visited = visit({ ways, auth: found, ...scene });
  const begun = await visited.signIn.beginSso(typed, next);
  const [sent] = visited.requests;
  const body = JSON.parse(JSON.stringify(sent?.body ?? {}));
  const flow = URL.canParse(body.redirect_to) ? (new URL(body.redirect_to).searchParams.get("flow") ?? "") : "";
  return { ...visited, begun, body, flow };
}
const finish = async (query: Record<string, string>, scene: Scene) => {
  const visited = visit({ ways, auth: token, ...scene });
  return { ...visited, outcome: await visited.signIn.finishProvider(new URLSearchParams(query)) };
};

describe("a typed domain", () => {
  test.each([
    ["acme.example", "acme.example"],
    ["  tom@ACME.Example ", "acme.example"],
    ["a@b@acme.example", "acme.example"],
    ["tom@bücher.example", "xn--bcher-kva.example"],
    ["tom@sub.acme.co.uk", "sub.acme.co.uk"],
  ])("%s is read as %s", (typed, domain) => expect(domainOf(typed)).toBe(domain));

  test.each([
    ...["", "tom", "tom@", "localhost", "127.0.0.1", "tom@[::1]", "acme.example:80", "acme.example/x", "a?b.example"],
    ...["a#b.example", "a b.example", "%61cme.example", "-acme.example", "acme..example", ".", "a.b", "\u0000.example"],
    ...[`${"a".repeat(64)}.example`, `${"a.".repeat(130)}example`],
  ])("%j is none", (typed) => expect(domainOf(typed)).toBeNull());
});

describe("attacks", () => {
  test("a code of another browser is not sent", async () => {
    const attacker = await begin();
    const { outcome, requests } = await finish({ code: "of the attacker", flow: attacker.flow }, {});
    expect(outcome).toMatchObject({ ok: false, problem: "elsewhere", next: "/home" });
    expect(requests).toEqual([]);
  });

  test.each(["https://evil.example", "//evil.example", "/sign-out", "javascript:alert(1)"])(
    "the page to open is one of this site: %s",
    async (next) => {
      const { cookies, flow, body } = await begin({}, MAIL, next);
      expect(body.redirect_to).toBe(`https://parley.example/auth/callback?flow=${flow}`);
      expect((await finish({ code: "c", flow }, { cookies: cookies() })).outcome).toEqual({ ok: true, path: "/home" });
    },
  );

  test("Auth gets a domain only", async () => {
    const { begun, requests } = await begin({}, "tom@acme.example/../x");
    expect(begun).toEqual(ok(null));
    expect(requests).toEqual([]);
  });
});

describe("a company", () => {
  test.each(["sso_provider_not_found", "sso_provider_disabled", "saml_provider_disabled"])(
    "without a provider looks the same: %s",
    async (code) => {
      const auth = { "/sso": refusal(404, code) };
      const { begun, cookies } = await begin({ auth });
      expect(begun).toEqual(ok(null));
      expect(cookies()).toEqual([]);
      expect(await visit({ ways, auth }).signIn.findCompany(MAIL)).toEqual(ok(null));
    },
  );

  test("is not looked for if Auth offers no single sign-on", async () => {
    const { signIn, requests } = visit({ ways: { sso: false }, auth: found });
    expect(await signIn.findCompany(MAIL)).toEqual(ok(null));
    expect(await signIn.beginSso(MAIL, "/home")).toEqual(ok(null));
    expect(requests).toEqual([]);
  });

  test("is found by an address, without a flow", async () => {
    const { signIn, requests, cookies } = visit({ ways, auth: found });
    expect(await signIn.findCompany(MAIL)).toEqual(ok("acme.example"));
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(requests)).not.toContain("tom");
    expect(cookies()).toEqual([]);
  });

  test("is unknown while Auth fails", async () => {
    for (const [auth, code] of [
      [{}, "network/timeout"],
      [{ "/sso": refusal(429, "over_request_rate_limit") }, "request/rate-limited"],
    ] as const) {
      expect(await visit({ ways, auth }).signIn.findCompany(MAIL)).toMatchObject({ ok: false, error: { code } });
      expect((await begin({ auth })).begun).toMatchObject(fail(code));
    }
  });
});

describe("a sign-in", () => {
  test("begins with a verifier that only this browser holds", async () => {
    const { begun, body, cookies, flow } = await begin();
    expect(begun).toEqual(ok(IDP));
    expect(body).toMatchObject({ domain: "acme.example", code_challenge_method: "s256" });
    expect(body.code_challenge).toMatch(/^.{43}$/u);
    expect(flow).toMatch(/^[0-9a-f-]{36}$/u);
    expect(cookies()).toHaveLength(2);
    for (const cookie of cookies()) expect(cookie).toMatch(/^__Host-.*Max-Age=300.*HttpOnly.*Secure/u);
  });

  test("opens the page, and is remembered with its company", async () => {
    const { cookies, flow } = await begin();
    const {
      outcome,
      recorded,
      requests,
      cookies: cookiesAfter,
    } = await finish({ code: "c", flow }, { cookies: cookies() });
    expect(outcome).toEqual({ ok: true, path: MEETING });
    expect(recorded).toHaveLength(1);
    expect(requests[0]?.body).toMatchObject({ auth_code: "c", code_verifier: expect.stringMatching(/^.{43,}$/u) });
    expect(visit({ ways, cookies: cookiesAfter() }).signIn.lastWay()).toBe("sso:acme.example");
  });

  test("moves what the guest had", async () => {
    const guest = await guestCookies();
    const { cookies, flow } = await begin({ cookies: guest });
    const rpc = { create_merge_token: ok({ token: CLAIM }), redeem_merge_token: ok({ more: false }) };
    const { outcome, called } = await finish({ code: "c", flow }, { rpc, cookies: [...guest, ...cookies()] });
    expect(outcome).toEqual({ ok: true, path: MEETING });
    expect(called).toEqual([`as ${GUEST}`, "create_merge_token {}", `redeem_merge_token {"p_token":"${CLAIM}"}`]);
  });

  // Auth leads to the first page, which leads here without the flow.
  test.each([
    ["validation_failed", "rejected"],
    ["saml_assertion_no_email", "rejected"],
    ["saml_assertion_no_user_id", "rejected"],
    ["saml_relay_state_not_found", "expired"],
    ["saml_relay_state_expired", "expired"],
    ["saml_idp_not_found", "gone"],
    ["sso_provider_disabled", "gone"],
    ["signup_disabled", "closed"],
    ["unexpected_failure", "unavailable"],
  ])("that fails with %s says why and leads back: %s", async (error_code, problem) => {
    const guest = await guestCookies();
    const { cookies } = await begin({ cookies: guest });
    const { outcome, cookies: cookiesAfter } = await finish(
      { error: "server_error", error_code },
      { cookies: [...guest, ...cookies()] },
    );
    expect(outcome).toEqual({ ok: false, purpose: "sign-in", problem, next: MEETING, provider: ACME });
    expect(cookiesAfter().filter((cookie) => cookie.startsWith("__Host-parley="))).toEqual([]);
  });
});

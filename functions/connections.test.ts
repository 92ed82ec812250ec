/** Identities that a person connects and disconnects at the Worker, attacks first. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import {
  createSigningKey,
  fine,
  GUEST,
  guestCookies,
  refusal,
  type Scene,
  signedIn,
  TOM,
  visit,
} from "../tests/fakes/signInVisit.ts";

const MAIL = "tom@example.org";
const VIEWER: Viewer = {
  id: TOM,
  anonymous: false,
  email: MAIL,
  phone: null,
  address: MAIL,
  level: "aal1",
  recovering: false,
};
const ID = "0b1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c44";
const OTHER_ID = "0b1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c55";
const GOOGLE = { id: "google", name: "Google" };
const ways = { providers: [GOOGLE, { id: "github", name: "GitHub" }] };
const PAGE = "https://accounts.google.example/authorize?state=1";
const identity = (id: string, provider: string) => ({ id, provider, name: MAIL, connected_at: "2026-11-29T10:00:00Z" });

/** The cookies of Tom's session. */
let session: string[];
beforeAll(async () => {
  await createSigningKey();
  const entered = visit({ auth: { "/token": async () => Response.json(await signedIn(TOM, MAIL)) } });
  await entered.signIn.enterPassword(MAIL, "a password", "/home", "human");
  session = entered.cookies().filter((cookie) => /^__Host-parley(?:\.\d)?=/u.test(cookie));
});
afterEach(() => vi.unstubAllGlobals());

const links = { "/user/identities/authorize": () => Response.json({ url: PAGE }) };

async function begin(scene: Scene = {}, provider = "google") {
  const visited = visit({ ways, rpc: { allow_identity: ok(null) }, auth: links, cookies: session, ...scene });
  const result = await visited.signIn.connectProvider(VIEWER, provider);
  const sent = visited.requests.find(({ path }) => path === "/user/identities/authorize");
  const callback = new URL(sent?.redirectTo ?? "https://x.example");
  const flowCookies = visited.cookies().filter((cookie) => !cookie.includes("Max-Age=0"));
  return { ...visited, result, callback, flow: callback.searchParams.get("flow") ?? "", flowCookies };
}

async function finish(query: Record<string, string>, cookies: readonly string[], auth: Scene["auth"] = {}) {
  const visited = visit({ ways, cookies, auth });
  return { ...visited, outcome: await visited.signIn.finishProvider(new URLSearchParams(query)) };
}
const exchange = {
  "/token": async () => Response.json(await signedIn(TOM, MAIL)),
  "/logout": () => new Response(null, { status: 204 }),
};
const isSession = (cookie: string) => cookie.startsWith("__Host-parley=") || cookie.startsWith("__Host-parley.");

describe("attacks", () => {
  test("a stranger's code in another browser is not sent", async () => {
    const stranger = await begin();
    const { outcome, requests } = await finish({ code: "c", flow: stranger.flow, connect: "1" }, session, exchange);
    expect(outcome).toEqual({ ok: false, purpose: "connect", problem: "elsewhere", provider: null });
    expect(requests).toEqual([]);
  });

  test("a stranger's code fails with the verifier of this browser", async () => {
    const { flow, flowCookies } = await begin();
    const { outcome } = await finish({ code: "of a stranger", flow }, [...session, ...flowCookies], {
      "/token": refusal(400, "bad_code_verifier"),
    });
    expect(outcome).toMatchObject({ ok: false, purpose: "connect", problem: "expired", provider: GOOGLE });
  });

  test("another account, a guest or nobody connects nothing", async () => {
    const { flow, flowCookies } = await begin();
    const guest = await guestCookies();
    for (const cookies of [flowCookies, [...guest, ...flowCookies]]) {
      const { outcome, requests } = await finish({ code: "c", flow }, cookies, exchange);
      expect(outcome).toMatchObject({ ok: false, problem: "account" });
      expect(requests.filter(({ path }) => path === "/token")).toEqual([]);
    }
    const forged = flowCookies.map((cookie) => cookie.replace(TOM, GUEST));
    expect(forged).not.toEqual(flowCookies);
    expect((await finish({ code: "c", flow }, [...session, ...forged], exchange)).outcome).toMatchObject({
      problem: "account",
    });
  });

  test("an old session gets no address of the provider", async () => {
    const { result, flowCookies } = await begin({ rpc: { allow_identity: fail("account/sign-in-again") } });
    expect(result).toEqual({ ok: false, problem: "account/sign-in-again" });
    expect(flowCookies).toEqual([]);
  });

  test("a provider that is not offered needs no permit", async () => {
    const { result, called } = await begin({}, "gitlab");
    expect(result).toEqual({ ok: false, problem: "request/not-allowed" });
    expect(called).toEqual([]);
  });

  test("the code leaves the browser's session as it was", async () => {
    const { flow, flowCookies } = await begin();
    const { outcome, requests, recorded, cookies } = await finish(
      { code: "c", flow },
      [...session, ...flowCookies],
      exchange,
    );
    expect(outcome).toEqual({ ok: true, path: "/settings/security?connected=google" });
    expect(requests.map(({ path }) => path)).toEqual(["/token", "/logout"]);
    expect(cookies().filter(isSession)).toEqual([]);
    expect(recorded).toEqual([]);
  });

  test("a flow is used once", async () => {
    const { flow, flowCookies } = await begin();
    const { cookies } = await finish({ code: "c", flow }, [...session, ...flowCookies], exchange);
    const gone = cookies().filter((cookie) => cookie.includes("Max-Age=0"));
    for (const cookie of flowCookies) {
      expect(gone.map((each) => each.split("=")[0])).toContain(cookie.split("=")[0]);
    }
  });

  test("an identity of nobody else is disconnected", async () => {
    const { signIn, requests } = visit({
      ways,
      cookies: session,
      rpc: { my_identities: ok([identity(OTHER_ID, "google")]) },
    });
    expect(await signIn.disconnectIdentity(VIEWER, ID)).toEqual({ ok: false, problem: "request/not-found" });
    expect(requests).toEqual([]);
  });
});

describe("a connection", () => {
  test("asks for the permit of a verifier of this browser", async () => {
    const { result, requests, called, callback, flowCookies } = await begin();
    expect(result).toEqual({ ok: true, path: PAGE });
    const [sent = ""] = requests.flatMap(({ challenge }) => challenge ?? []);
    expect(sent).toMatch(/^[\w-]{43}$/u);
    expect(called).toEqual([`allow_identity {"p_provider":"google","p_code_challenge":"${sent}"}`]);
    expect(callback.pathname).toBe("/auth/callback");
    expect(callback.searchParams.get("connect")).toBe("1");
    expect(flowCookies).toHaveLength(2);
    for (const cookie of flowCookies) expect(cookie).toMatch(/^__Host-.*Max-Age=300.*HttpOnly.*Secure/u);
  });

  test("needs Auth's setting", async () => {
    const { result } = await begin({
      auth: { "/user/identities/authorize": refusal(404, "manual_linking_disabled") },
    });
    expect(result).toEqual({ ok: false, problem: "off" });
  });

  test.each([
    [{ error: "access_denied" }, "refused"],
    [{ error: "server_error", error_code: "flow_state_expired" }, "expired"],
    [
      {
        ...{ error: "server_error", error_code: "identity_already_exists" },
        error_description: "Identity is already linked to another user",
      },
      "taken",
    ],
    [{ error: "server_error", error_description: "Error getting user email from external provider" }, "unverified"],
    [{ error: "server_error", error_code: "unexpected_failure" }, "unavailable"],
    [{ error: "access_denied", error_code: "signup_disabled" }, "unavailable"],
    [{}, "unavailable"],
  ])("that fails says why: %o", async (query, problem) => {
    const { flow, flowCookies } = await begin();
    const { outcome } = await finish({ ...query, flow }, [...session, ...flowCookies]);
    expect(outcome).toEqual({ ok: false, purpose: "connect", problem, provider: GOOGLE });
  });

  test("that Auth has forgotten is found without its flow", async () => {
    const { flowCookies } = await begin();
    const { outcome } = await finish({ error: "invalid_request", error_code: "bad_oauth_state" }, [
      ...session,
      ...flowCookies,
    ]);
    expect(outcome).toMatchObject({ purpose: "connect", problem: "expired", provider: GOOGLE });
  });

  test("that the account already has succeeds", async () => {
    const { flow, flowCookies } = await begin();
    const query = {
      error: "server_error",
      error_code: "identity_already_exists",
      error_description: "Identity is already linked",
    };
    const { outcome } = await finish({ ...query, flow }, [...session, ...flowCookies]);
    expect(outcome).toEqual({ ok: true, path: "/settings/security?connected=google" });
  });
});

describe("a disconnection", () => {
  const mine = ok([identity(ID, "google"), identity(OTHER_ID, "custom:gone")]);
  const disconnect = async (scene: Scene = {}, viewer = VIEWER) => {
    const visited = visit({
      ...{ ways, cookies: session },
      rpc: { my_identities: mine, allow_identity_removal: ok(null) },
      auth: { [`DELETE /user/identities/${ID}`]: fine },
      ...scene,
    });
    return { ...visited, result: await visited.signIn.disconnectIdentity(viewer, ID) };
  };

  test("follows the permit", async () => {
    const { result, called } = await disconnect();
    expect(result).toEqual({ ok: true, path: "/settings/security?disconnected=google" });
    expect(called).toEqual(["my_identities {}", `allow_identity_removal {"p_identity_id":"${ID}"}`]);
  });

  test("needs a recent sign-in", async () => {
    const rpc = { my_identities: mine, allow_identity_removal: fail("account/sign-in-again") };
    const { result, requests } = await disconnect({ rpc });
    expect(result).toEqual({ ok: false, problem: "account/sign-in-again" });
    expect(requests).toEqual([]);
  });

  test("leaves a way to sign in that this Parley offers", async () => {
    const { result, requests } = await disconnect({ ways: { ...ways, code: false } });
    expect(result).toEqual({ ok: false, problem: "last" });
    expect(requests).toEqual([]);
    const both = {
      my_identities: ok([identity(ID, "google"), identity(OTHER_ID, "github")]),
      allow_identity_removal: ok(null),
    };
    expect((await disconnect({ ways: { ...ways, code: false }, rpc: both })).result.ok).toBe(true);
  });

  test("leaves a code by SMS to whoever has no address", async () => {
    const viewer: Viewer = { ...VIEWER, email: null, phone: "+34600111222", address: "+34600111222" };
    expect((await disconnect({ ways: { ...ways, phone: false } }, viewer)).result).toEqual({
      ok: false,
      problem: "last",
    });
    expect((await disconnect({ ways: { ...ways, code: false } }, viewer)).result.ok).toBe(true);
  });

  test.each([
    ["single_identity_not_deletable", "last"],
    ["identity_not_found", "request/not-found"],
    ["manual_linking_disabled", "off"],
  ] as const)("that Auth rejects with %s says why", async (code, problem) => {
    const { result } = await disconnect({ auth: { [`DELETE /user/identities/${ID}`]: refusal(422, code) } });
    expect(result).toEqual({ ok: false, problem });
  });
});

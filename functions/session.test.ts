import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { authClient } from "./auth-client.ts";
import { cookieJar } from "./cookieJar.ts";
import { requestSession } from "./session.ts";
import { signingKey } from "./signingKeys.ts";

const USER = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable", iceServers: [] },
  secretKey: "secret",
  jobsSecret: null,
};
let token = "";
let jwks = {};

let sign: (claims: Record<string, unknown>, life: string) => Promise<string>;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256", use: "sig", key_ops: ["verify"] }] };
  sign = (claims, life) =>
    new SignJWT({ sub: USER, role: "authenticated", aud: "authenticated", ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "k1", typ: "JWT" })
      .setIssuedAt()
      .setExpirationTime(life)
      .sign(privateKey);
  token = await sign({}, "1h");
});
afterEach(() => vi.unstubAllGlobals());

/** Stubs GoTrue with responses by path; other paths are unreachable. Returns the requested paths. */
function authServer(answers: Record<string, () => unknown>): string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(new Request(input, init).url).pathname;
    requests.push(path);
    const respond = answers[path];
    if (!respond) throw new TypeError("fetch failed");
    const response = respond();
    return response instanceof Response ? response : Response.json(response);
  });
  return requests;
}
const signup = (access_token = token, expires_in = 3600) => ({
  access_token,
  refresh_token: "r1",
  token_type: "bearer",
  expires_in,
  expires_at: Math.floor(Date.now() / 1000) + expires_in,
  user: { id: USER, aud: "authenticated", is_anonymous: true, app_metadata: {}, user_metadata: {}, created_at: "" },
});

function visit(cookies: readonly string[] = [], headers: Record<string, string> = {}) {
  const request = new Request("https://parley.example/", {
    headers: { ...headers, Cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") },
  });
  const jar = cookieJar(request);
  return { ...requestSession(env, authClient(env, request, jar), jar, "en"), cookies: jar.headers };
}

async function cookiesOfNewUser(...tokens: Parameters<typeof signup>): Promise<string[]> {
  authServer({ "/auth/v1/signup": () => signup(...tokens) });
  const session = visit();
  expect(await session.ensureUser()).toEqual({ ok: true, value: USER });
  return session.cookies();
}

/** Returns cookies with a token that Auth did not issue. */
const cookiesWith = async (accessToken: string) => [
  `__Host-parley=base64-${Buffer.from(JSON.stringify(signup(accessToken))).toString("base64url")}`,
];

test("creates a user with HTTP-only, same-site cookies", async () => {
  const cookies = await cookiesOfNewUser();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-parley/u);
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain("Domain");
  }
});

test("a visitor without a session sends no request", async () => {
  const requests = authServer({});
  const session = visit();
  expect(await session.viewer()).toBeNull();
  expect(await session.token()).toEqual({ ok: true, value: null });
  expect(session.cookies()).toEqual([]);
  expect(requests).toEqual([]);
});

test("does not replace a user whose token is unverifiable", async () => {
  const cookies = await cookiesOfNewUser();
  // No key is cached in this isolate yet, so verification needs the server.
  const requests = authServer({ "/auth/v1/signup": () => signup() });
  const session = visit(cookies);
  expect(await session.ensureUser()).toMatchObject({ ok: false, error: { code: "network/timeout" } });
  expect(requests).not.toContain("/auth/v1/signup");
  expect(session.cookies()).toEqual([]);
});

test("verifies tokens with keys that are fetched once", async () => {
  const cookies = await cookiesOfNewUser();
  const requests = authServer({ "/auth/v1/.well-known/jwks.json": () => jwks });
  for (let request = 0; request < 3; request += 1)
    expect(await visit(cookies).ensureUser()).toEqual({ ok: true, value: USER });
  expect(requests).toEqual(["/auth/v1/.well-known/jwks.json"]);
});

test("forged tokens cost Auth no request", async () => {
  const requests = authServer({ "/auth/v1/.well-known/jwks.json": () => jwks });
  const { privateKey } = await generateKeyPair("ES256");
  const forged = (header: { alg: string; kid?: string }) =>
    new SignJWT({ sub: USER })
      .setProtectedHeader(header)
      .setExpirationTime("1h")
      .sign(header.alg === "HS256" ? new Uint8Array(32) : privateKey);
  for (const header of [
    ...["a", "b", "c", "k1"].map((kid) => ({ alg: "ES256", kid })),
    { alg: "HS256", kid: "k1" },
    { alg: "ES256" },
  ]) {
    const session = visit(await cookiesWith(await forged(header)));
    expect(await session.knownViewer(), JSON.stringify(header)).toEqual({ ok: true, value: null });
  }
  // The keys are fresh, so an unknown one is known to be wrong.
  expect(requests).toEqual([]);
  expect(await visit(await cookiesWith(token)).viewer()).toMatchObject({ id: USER });
});

const JWKS = "/auth/v1/.well-known/jwks.json";
const TOKEN = "/auth/v1/token";

test.each([
  [
    { is_anonymous: true, email: "" },
    { anonymous: true, email: null, phone: null, address: null, level: "aal1", recovering: false },
  ],
  [
    { email: "", phone: "34600111222" },
    { email: null, phone: "+34600111222", address: "+34600111222" },
  ],
  [
    { email: "tom@example.org", phone: "34600111222" },
    { email: "tom@example.org", phone: "+34600111222", address: "tom@example.org" },
  ],
  [
    { email: "tom@example.org", aal: "aal2" },
    { anonymous: false, email: "tom@example.org", level: "aal2" },
  ],
  [{ amr: [{ method: "recovery", timestamp: 1 }] }, { recovering: true }],
  [
    {
      amr: [
        { method: "otp", timestamp: 2 },
        { method: "recovery", timestamp: 1 },
      ],
    },
    { recovering: false },
  ],
])("reads the viewer from the token: %j", async (claims, viewer) => {
  const cookies = await cookiesOfNewUser(await sign(claims, "1h"));
  authServer({ [JWKS]: () => jwks });
  expect(await visit(cookies).viewer()).toMatchObject({ id: USER, ...viewer });
});

test("rejects a forged token", async () => {
  const { privateKey } = await generateKeyPair("ES256");
  const forged = await new SignJWT({ sub: USER, role: "authenticated" })
    .setProtectedHeader({ alg: "ES256", kid: "k1" })
    .setExpirationTime("1h")
    .sign(privateKey);
  const cookies = await cookiesOfNewUser(forged);
  authServer({ [JWKS]: () => jwks });
  expect(await visit(cookies).viewer()).toBeNull();
});

test("a rate-limited renewal keeps the cookies", async () => {
  const cookies = await cookiesOfNewUser(await sign({}, "1 minute ago"), -60);
  const tooOften = () => Response.json({ code: "over_request_rate_limit" }, { status: 429 });
  authServer({ [JWKS]: () => jwks, [TOKEN]: tooOften });
  const session = visit(cookies);
  expect(await session.knownViewer()).toMatchObject({ ok: false, error: { code: "network/timeout" } });
  expect(await session.token()).toMatchObject({ ok: false, error: { code: "network/timeout" } });
  expect(session.cookies()).toEqual([]);
});

test("uses an expiring token if the renewal fails", async () => {
  const soon = await sign({}, "4m");
  const cookies = await cookiesOfNewUser(soon, 240);
  const tooOften = () => Response.json({ code: "over_request_rate_limit" }, { status: 429 });
  authServer({ [JWKS]: () => jwks, [TOKEN]: tooOften });
  expect(await visit(cookies).token()).toMatchObject({ ok: true, value: { accessToken: soon } });
  const session = visit(cookies);
  expect(await session.token({ renew: true })).toMatchObject({ ok: false, error: { code: "network/timeout" } });
  expect(session.cookies()).toEqual([]);
});

test("reads the viewer from the renewed token", async () => {
  const cookies = await cookiesOfNewUser(await sign({ is_anonymous: true }, "1h"));
  const account = await sign({ is_anonymous: false, email: "tom@example.org" }, "1h");
  authServer({ [JWKS]: () => jwks, [TOKEN]: () => signup(account) });
  const session = visit(cookies);
  expect(await session.token({ renew: true })).toMatchObject({ ok: true, value: { anonymous: false } });
  expect((await session.viewer())?.email).toBe("tom@example.org");
});

describe("a session that ended elsewhere", () => {
  const SESSION = "0b6c2a3e-5d7f-4a91-8c1e-2f3a4b5c6d7e";
  const over = () => Response.json({ code: "refresh_token_not_found" }, { status: 400 });
  const account = { is_anonymous: false, session_id: SESSION };
  const removal = expect.stringMatching(/^__Host-parley=; Max-Age=0/u);
  const endedCookies = async (claims: Record<string, unknown>) => {
    const cookies = await cookiesOfNewUser(await sign(claims, "1 minute ago"), -60);
    authServer({ [JWKS]: () => jwks, [TOKEN]: over });
    return cookies;
  };

  test.each(["account", "guest"])("is remembered for an %s", async (of) => {
    const session = visit(await endedCookies({ ...account, is_anonymous: of === "guest" }));
    expect(await session.knownViewer()).toEqual({ ok: true, value: null });
    expect(session.hasLostViewer()).toBe(false);
    expect(session.hasEnded()).toBe(of === "account");
    expect(session.cookies()).toEqual([expect.stringMatching(`^__Host-parley-ended=${of}.${SESSION};`)]);
  });

  test("is noticed by a renewal, after its viewer was known", async () => {
    const cookies = await cookiesOfNewUser(await sign(account, "1h"));
    const none = () => Response.json({ code: "session_not_found" }, { status: 403 });
    authServer({ [JWKS]: () => jwks, [TOKEN]: over, "/auth/v1/logout": none });
    const session = visit(cookies);
    expect(await session.viewer()).not.toBeNull();
    expect(session.hasLostViewer()).toBe(false);
    expect(await session.token({ renew: true })).toEqual({ ok: true, value: null });
    expect(session.hasLostViewer()).toBe(true);
    expect(session.cookies()).not.toContainEqual(removal);
    expect(visit(session.cookies()).hasEnded()).toBe(true);
  });

  test("leaves the cookies of a session that began since", async () => {
    const late = visit(await endedCookies(account));
    await late.viewer();
    const remembered = late.cookies();
    // Another tab joined as a guest while the renewal was in flight.
    const joined = await cookiesOfNewUser(await sign({ is_anonymous: true, session_id: USER }, "1h"));
    authServer({ [JWKS]: () => jwks });
    expect(await visit([...joined, ...remembered]).viewer()).toMatchObject({ anonymous: true });
  });

  test("costs Auth no further request; a page removes its cookies", async () => {
    const cookies = await endedCookies(account);
    const first = visit(cookies);
    await first.viewer();
    const requests = authServer({});
    const again = [...cookies, ...first.cookies()];
    const script = visit(again);
    expect(await script.token()).toEqual({ ok: true, value: null });
    expect(script.cookies()).toEqual([]);
    const page = visit(again, { "Sec-Fetch-Mode": "navigate" });
    expect(await page.viewer()).toBeNull();
    expect(page.hasEnded()).toBe(true);
    expect(page.cookies()).toEqual([removal]);
    expect(requests).toEqual([]);
  });

  test("is forgotten with a sign-in", async () => {
    const session = visit([`__Host-parley-ended=account.${SESSION}`]);
    expect(session.hasEnded()).toBe(true);
    session.invalidate();
    expect(session.hasEnded()).toBe(false);
    expect(session.cookies()).toEqual([expect.stringMatching(/^__Host-parley-ended=; Max-Age=0/u)]);
  });
});

test("keeps a new user for the rest of the request", async () => {
  authServer({ "/auth/v1/signup": () => signup(), "/auth/v1/.well-known/jwks.json": () => jwks });
  const session = visit();
  // Read before: signed out.
  expect(await session.viewer()).toBeNull();
  await session.ensureUser();
  expect(await session.viewer()).toMatchObject({ id: USER });
  expect(await session.token()).toMatchObject({ ok: true, value: { userId: USER } });
});

test("requests keys again for an unknown key, twice a minute", async () => {
  const requests = authServer({ "/auth/v1/.well-known/jwks.json": () => jwks });
  const fresh = { ...env };
  for (const [seconds, kid, known, requested] of [
    [0, "a", false, 1],
    [1, "k1", true, 1],
    [29, "b", false, 1],
    [31, "b", false, 2],
    [62, "k1", true, 2],
    [700, "k1", true, 3],
  ] as const) {
    const key = await signingKey(fresh, kid, seconds * 1000);
    expect([key.ok && key.value !== null, requests.length]).toEqual([known, requested]);
  }
});

test("creates no user without the captcha", async () => {
  const requests = authServer({
    "/auth/v1/signup": () => signup(),
    "/turnstile/v0/siteverify": () => ({ success: true }),
  });
  const jar = cookieJar(new Request("https://parley.example/"));
  const guarded = { ...env, turnstileSecret: "0x4AAAAAAAsecret" };
  const session = requestSession(guarded, authClient(guarded, new Request("https://parley.example/"), jar), jar, "en");
  expect(await session.ensureUser()).toMatchObject({ error: { code: "request/captcha" } });
  expect(requests).toEqual([]);
  expect(await session.ensureUser("token")).toEqual({ ok: true, value: USER });
  expect(requests).toEqual(["/turnstile/v0/siteverify", "/auth/v1/signup"]);
});

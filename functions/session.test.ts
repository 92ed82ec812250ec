import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { authClient, cookieJar } from "./auth-client.ts";
import { requestSession } from "./session.ts";

const USER = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable", iceServers: [] },
  secretKey: "secret",
};
let token = "";
let jwks = {};

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256", use: "sig", key_ops: ["verify"] }] };
  token = await new SignJWT({ sub: USER, role: "authenticated", aud: "authenticated" })
    .setProtectedHeader({ alg: "ES256", kid: "k1", typ: "JWT" })
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(privateKey);
});
afterEach(() => vi.unstubAllGlobals());

/** GoTrue with these answers by path; everything else cannot be reached. Answers the paths that were asked for. */
function authServer(answers: Record<string, () => unknown>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(new Request(input, init).url).pathname;
    asked.push(path);
    const answer = answers[path];
    if (!answer) throw new TypeError("fetch failed");
    return Response.json(answer());
  });
  return asked;
}
const signup = () => ({
  access_token: token,
  refresh_token: "r1",
  token_type: "bearer",
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: USER, aud: "authenticated", is_anonymous: true, app_metadata: {}, user_metadata: {}, created_at: "" },
});

function visit(cookies: readonly string[] = []) {
  const request = new Request("https://parley.example/", {
    headers: { Cookie: cookies.map((one) => one.split(";")[0]).join("; ") },
  });
  const jar = cookieJar(request);
  return { ...requestSession(authClient(env, request, jar), jar, "en"), cookies: jar.headers };
}

async function cookiesOfNewUser(): Promise<string[]> {
  authServer({ "/auth/v1/signup": signup });
  const session = visit();
  expect(await session.ensureUser()).toEqual({ ok: true, value: USER });
  return session.cookies();
}

test("a press makes a user, whose cookies no script and no other site can use", async () => {
  const cookies = await cookiesOfNewUser();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-parley/u);
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain("Domain");
  }
});

test("a visitor whom nobody pressed for is nobody, and no server is asked", async () => {
  const asked = authServer({});
  const session = visit();
  expect(await session.viewer()).toBeNull();
  expect(await session.token()).toEqual({ ok: true, value: null });
  expect(session.cookies()).toEqual([]);
  expect(asked).toEqual([]);
});

test("whose token cannot be checked now is not replaced by somebody new", async () => {
  const cookies = await cookiesOfNewUser();
  // Before any key was fetched in this isolate: the check needs the server.
  const asked = authServer({ "/auth/v1/signup": signup });
  const session = visit(cookies);
  expect(await session.ensureUser()).toMatchObject({ ok: false, error: { code: "network/timeout" } });
  expect(asked).not.toContain("/auth/v1/signup");
  expect(session.cookies()).toEqual([]);
});

test("who has a session keeps it: the token is verified by the project's keys, fetched once", async () => {
  const cookies = await cookiesOfNewUser();
  const asked = authServer({ "/auth/v1/.well-known/jwks.json": () => jwks });
  for (let request = 0; request < 3; request += 1)
    expect(await visit(cookies).ensureUser()).toEqual({ ok: true, value: USER });
  expect(asked).toEqual(["/auth/v1/.well-known/jwks.json"]);
});

import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { authClient } from "./auth-client.ts";
import { cookieJar } from "./cookieJar.ts";
import { requestSession } from "./session.ts";

const USER = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
const ONE = "0b6c2a3e-5d7f-4a91-8c1e-2f3a4b5c6d7e";
const OTHER = "0b6c2a3e-5d7f-4a91-8c1e-2f3a4b5c6d7f";
const VISITOR = "203.0.113.7";
const SESSION_ADDRESS = /^fd[\da-f]{2}(?::[\da-f]{4}){7}$/u;
const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable", iceServers: [] },
  secretKey: "secret",
  jobsSecret: null,
};

type Key = Parameters<SignJWT["sign"]>[0];
/** Signs a token that expired long ago. */
const expired = (session_id: string, key: Key, alg = "ES256") =>
  new SignJWT({ sub: USER, session_id })
    .setProtectedHeader({ alg, kid: "k1" })
    .setExpirationTime("1 year ago")
    .sign(key);
let ownKey: Key;
/** The addresses from which Auth received renewals. */
const received: (string | null)[] = [];
let hasKeys = true;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  ownKey = privateKey;
  const jwk = { ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256", use: "sig", key_ops: ["verify"] };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.url.endsWith("/jwks.json"))
      return hasKeys ? Response.json({ keys: [jwk] }) : new Response(null, { status: 500 });
    received.push(request.headers.get("Sb-Forwarded-For"));
    return Response.json({ code: "refresh_token_not_found" }, { status: 400 });
  });
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  received.length = 0;
  hasKeys = true;
});

/** Visits the Worker with an expired session. Returns the address from which Auth received its renewal. */
async function addressOf(access_token: string, environment = env, visitor = VISITOR) {
  const session = JSON.stringify({ access_token, refresh_token: "r1", expires_at: 1, user: { id: USER } });
  const headers = {
    "CF-Connecting-IP": visitor,
    Cookie: `__Host-parley=base64-${Buffer.from(session).toString("base64url")}`,
  };
  const request = new Request("https://parley.example/home", { headers });
  const jar = cookieJar(request);
  const before = received.length;
  await requestSession(environment, authClient(environment, request, jar), jar, "en").viewer();
  expect(received.length).toBe(before + 1);
  return received.at(-1);
}

test("sessions at one address renew from addresses of their own", async () => {
  const one = await addressOf(await expired(ONE, ownKey));
  const other = await addressOf(await expired(OTHER, ownKey));
  expect([one, other]).toEqual([expect.stringMatching(SESSION_ADDRESS), expect.stringMatching(SESSION_ADDRESS)]);
  expect(other).not.toBe(one);
  expect(await addressOf(await expired(ONE, ownKey))).toBe(one);
});

test("a copy of a session in another network renews apart", async () => {
  const token = await expired(ONE, ownKey);
  expect(await addressOf(token, env, "198.51.100.7")).not.toBe(await addressOf(token));
  const [one, other] = ["2001:db8:1:2::3", "2001:db8:1:2::4"];
  expect(await addressOf(token, env, one)).toBe(await addressOf(token, env, other));
});

test("nobody without the secret key computes that address", async () => {
  const token = await expired(ONE, ownKey);
  expect(await addressOf(token, { ...env, secretKey: "another" })).not.toBe(await addressOf(token));
});

test("forged sessions renew from the address of their sender", async () => {
  const { privateKey } = await generateKeyPair("ES256");
  const [header = "", , signature = ""] = (await expired(ONE, ownKey)).split(".");
  const forged = [
    await expired(ONE, privateKey),
    await expired(ONE, new Uint8Array(32), "HS256"),
    `${header}.bm9uZQ.${signature}`,
    "a.b.c",
    "",
  ];
  for (const token of forged) expect(await addressOf(token), token).toBe(VISITOR);
});

test("a token without a session renews from its sender's address", async () => {
  expect(await addressOf(await expired("", ownKey))).toBe(VISITOR);
});

test("sessions renew from their sender's address without keys", async () => {
  hasKeys = false;
  expect(await addressOf(await expired(ONE, ownKey), { ...env })).toBe(VISITOR);
});

/** `/settings/security` while a thief uses up the requests of the owner: the database rejects all of them. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { buildOfRoutes } from "../tests/fakes/buildOfRoutes.ts";
import { TIERS } from "./rate-limits.ts";

const SITE = "https://parley.example";
const USER = "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11";
const OTHER = "0b6c2a3e-5d7f-4a91-8c1e-2f3a4b5c6d7e";
const AUTH: Readonly<Record<string, unknown>> = {
  "/auth/v1/settings": { external: { email: true }, disable_signup: false, passkeys_enabled: true },
  "/auth/v1/user": {
    ...{ id: USER, aud: "authenticated", app_metadata: {}, user_metadata: {}, created_at: "2026-11-29T10:00:00Z" },
    factors: [],
  },
  "/auth/v1/passkeys": [],
  "/auth/v1/logout": {},
};
const BINDINGS = {
  SUPABASE_URL: "https://abc.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  ...Object.fromEntries(
    Object.values(TIERS).map(({ binding }) => [binding, { limit: async () => ({ success: true }) }]),
  ),
};

/** Requests to Auth, with their query. */
const sent: string[] = [];
let send: (path: string, form?: Record<string, string>) => Promise<{ status: number; text: string }>;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256", use: "sig", key_ops: ["verify"] };
  const access_token = await new SignJWT({ sub: USER, role: "authenticated", email: "ana@parley.example" })
    .setProtectedHeader({ alg: "ES256", kid: "k1", typ: "JWT" })
    .setExpirationTime("1h")
    .sign(privateKey);
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const session = JSON.stringify({ access_token, refresh_token: "r1", expires_at, user: { id: USER } });
  const cookie = `__Host-parley=base64-${Buffer.from(session).toString("base64url")}`;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(new Request(input, init).url);
    if (pathname.endsWith("/jwks.json")) return Response.json({ keys: [jwk] });
    sent.push(pathname + search);
    const answer = AUTH[pathname];
    if (answer !== undefined) return Response.json(answer);
    return Response.json({ code: "PT429", message: "request/rate-limited" }, { status: 429 });
  });
  // The Worker's version, as in its build.
  vi.doMock("react-dom/server", () => vi.importActual("react-dom/server.browser"));
  const build = await buildOfRoutes();
  vi.doMock("@remix-run/dev/server-build", () => build);
  const { default: worker } = await import("./worker.ts");
  send = async (path, form) => {
    const body = form === undefined ? null : `${new URLSearchParams(form)}`;
    const headers = {
      ...{ Origin: SITE, Host: "parley.example", Cookie: cookie, "CF-Connecting-IP": "192.0.2.1" },
      ...(body !== null && {
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": `${body.length}`,
      }),
    };
    const request = new Request(SITE + path, { method: body === null ? "GET" : "POST", headers, body });
    const response = await worker.fetch(request, BINDINGS, { waitUntil: (promise) => void promise });
    return { status: response.status, text: await response.text() };
  };
}, 60_000);
beforeEach(() => {
  sent.length = 0;
});
afterAll(() => vi.unstubAllGlobals());

const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}"/>`;

describe("the page of devices without the database", () => {
  test("asks whether a device was the reader's", async () => {
    const { status, text } = await send(`/settings/security?not-me=${OTHER}`);
    expect(status).toBe(200);
    expect(text).toContain(field("intent", "not-me") + field("id", OTHER));
  });

  test("leads to the question about all other devices, and asks it", async () => {
    const { status, text } = await send("/settings/security");
    expect(status).toBe(200);
    expect(text).toContain('href="/settings/security?others="');
    expect((await send("/settings/security?others")).text).toContain(field("intent", "others"));
  });

  test("signs out all other devices", async () => {
    const { text } = await send("/settings/security", { intent: "others" });
    expect(sent).toContain("/auth/v1/logout?scope=others");
    expect(text).toContain("All other devices are signed out.");
  });

  test("is the only page of settings that opens", async () => {
    for (const page of ["profile", "languages", "members", "workspace", "data"])
      expect((await send(`/settings/${page}`)).status, page).toBe(429);
  });
});

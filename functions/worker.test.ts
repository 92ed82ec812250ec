import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { serverBuild } from "../tests/fakes/serverBuild.ts";
import { TIERS } from "./rate-limits.ts";

const SITE = "https://parley.example";
const BINDINGS = {
  SUPABASE_URL: "https://abc.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
  SUPABASE_SECRET_KEY: "sb_secret_x",
  ...Object.fromEntries(
    Object.values(TIERS).map(({ binding }) => [binding, { limit: async () => ({ success: true }) }]),
  ),
};

const loader = vi.fn(async () => null);
const module = { loader, action: async () => null, default: () => null };
const PATHS = ["settings/security", "settings/profile", "home", "session", "sign-out"];
const build = {
  ...serverBuild(Object.fromEntries(PATHS.map((path) => [path, { id: path, path, module }]))),
  entry: { module: { default: async (_: Request, status: number) => new Response("page", { status }) } },
};

const logged = vi.spyOn(console, "error");
let worker: typeof import("./worker.ts")["default"];
beforeAll(async () => {
  vi.doMock("@remix-run/dev/server-build", () => build);
  ({ default: worker } = await import("./worker.ts"));
});
beforeEach(() => void logged.mockReset());

const request = (path: string, bindings: object) =>
  worker.fetch(new Request(SITE + path), { ...BINDINGS, ...bindings }, { waitUntil: (promise) => void promise });

describe("the Worker responds 503", () => {
  test.each([
    ["without a rate limiter", { LIMIT_MAILBOX_TRY: undefined }, "LIMIT_MAILBOX_TRY"],
    ["with a secret key for pages", { SUPABASE_PUBLISHABLE_KEY: "sb_secret_x" }, "SUPABASE_PUBLISHABLE_KEY"],
    ["without an address", { SUPABASE_URL: "" }, "SUPABASE_URL"],
  ])("%s", async (_name, wrong, named) => {
    for (const path of ["/", "/health"]) {
      logged.mockReset();
      const response = await request(path, wrong);
      const text = await response.text();
      expect([response.status, text]).toEqual([503, expect.stringContaining(named)]);
      expect(text).not.toContain("sb_secret_x");
      expect(logged.mock.calls).toEqual([[text.trimEnd()]]);
    }
  });
});

describe("without encryption", () => {
  const send = (url: string, method = "GET") => {
    const { origin, host } = new URL(url);
    const headers = { Origin: origin, Host: host, "Content-Length": "0" };
    return worker.fetch(new Request(url, { method, headers }), BINDINGS, { waitUntil: (promise) => void promise });
  };

  test.each(["GET", "HEAD"])("leads a %s to https", async (method) => {
    const response = await send("http://parley.example:8080/m/x?a=1", method);
    expect([response.status, response.headers.get("Location")]).toEqual([308, "https://parley.example/m/x?a=1"]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  });

  test("rejects a form", async () => {
    expect((await send("http://parley.example/settings/security", "POST")).status).toBe(403);
    expect((await send("http://localhost.example/settings/security", "POST")).status).toBe(403);
  });

  test.each(["localhost:3000", "127.0.0.1", "[::1]:3000"])("serves %s", async (host) => {
    expect((await send(`http://${host}/settings/security`)).status).toBe(200);
    expect((await send(`http://${host}/settings/security`, "POST")).status).toBe(200);
  });
});

describe("the limits of a person", () => {
  let cookieOf: (sessionId: string) => Promise<string>;
  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256", use: "sig", key_ops: ["verify"] };
    vi.stubGlobal("fetch", async () => Response.json({ keys: [jwk] }));
    cookieOf = async (session_id) => {
      const access_token = await new SignJWT({ sub: "7f1c9a52-3f0e-4a43-9a0c-0d9d6a1a7c11", session_id })
        .setProtectedHeader({ alg: "ES256", kid: "k1", typ: "JWT" })
        .setExpirationTime("1h")
        .sign(privateKey);
      const session = { access_token, refresh_token: "made up", expires_at: Math.floor(Date.now() / 1000) + 3600 };
      return `__Host-parley=base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
    };
  });
  afterAll(() => vi.unstubAllGlobals());

  /** Returns a function that sends a request to a Worker whose limiters count, and returns the status. */
  function countingWorker() {
    const limiters = Object.values(TIERS).map(({ binding, limit: most }) => {
      const counts = new Map<string, number>();
      const limit = async ({ key }: { key: string }) => {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return { success: (counts.get(key) ?? 0) <= most };
      };
      return [binding, { limit }];
    });
    const bindings = { ...BINDINGS, ...Object.fromEntries(limiters) };
    return async (cookie: string, address: string, method: string, path: string) => {
      const headers = {
        ...{ Origin: SITE, Host: new URL(SITE).host, "Content-Length": "0" },
        ...{ Cookie: cookie, "CF-Connecting-IP": address },
      };
      const visit = new Request(SITE + path, { method, headers });
      return (await worker.fetch(visit, bindings, { waitUntil: (promise) => void promise })).status;
    };
  }
  type Send = ReturnType<typeof countingWorker>;

  /** Sends requests of each kind until a session is above its limits. */
  async function useUp(send: Send, cookie: string, address: string) {
    for (const [method, path, tier] of [
      ["GET", "/home", "page"],
      ["POST", "/session", "token"],
      ["POST", "/settings/profile", "write"],
    ] as const) {
      for (let sent = 0; sent < TIERS[tier].limit; sent += 1) await send(cookie, address, method, path);
      expect(await send(cookie, address, method, path), path).toBe(429);
    }
  }

  test("are those of each session", async () => {
    const send = countingWorker();
    await useUp(send, await cookieOf("thief"), "203.0.113.7");
    const owner = await cookieOf("owner");
    for (const path of ["/home", "/settings/security"])
      expect(await send(owner, "203.0.113.7", "GET", path), path).toBe(200);
    for (const path of ["/session", "/settings/profile", "/settings/security", "/sign-out"])
      expect(await send(owner, "203.0.113.7", "POST", path), path).toBe(200);
  });

  test("keep nobody from ending a copied session", async () => {
    const send = countingWorker();
    const copied = await cookieOf("owner");
    await useUp(send, copied, "198.51.100.9");
    expect(await send(copied, "203.0.113.7", "GET", "/home")).toBe(429);
    expect(await send(copied, "203.0.113.7", "GET", "/settings/security")).toBe(200);
    expect(await send(copied, "203.0.113.7", "POST", "/sign-out")).toBe(200);
  });
});

describe("a rejected form", () => {
  /** Posts a form. `exceeded`: the limits that are reached. */
  async function post(path: string, ...exceeded: (keyof typeof TIERS)[]) {
    loader.mockClear();
    const counted: string[] = [];
    const limiters = Object.entries(TIERS).map(([tier, { binding }]) => {
      const success = !exceeded.some((name) => name === tier);
      const limit = async () => {
        counted.push(tier);
        return { success };
      };
      return [binding, { limit }];
    });
    const headers = {
      ...{ Origin: SITE, Host: new URL(SITE).host },
      "CF-Connecting-IP": "203.0.113.7",
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": "13",
    };
    const form = new Request(SITE + path, { method: "POST", body: "intent=others", headers });
    const waiter = { waitUntil: (promise: Promise<unknown>) => void promise };
    const response = await worker.fetch(form, { ...BINDINGS, ...Object.fromEntries(limiters) }, waiter);
    return { response, counted, text: await response.text(), read: form.bodyUsed };
  }

  test("counts as a visit of its page", async () => {
    const { response, counted, text } = await post("/settings/security", "guess");
    expect([response.status, text, counted]).toEqual([429, "page", ["guess", "page"]]);
    expect(loader).toHaveBeenCalledOnce();
  });

  test("loads no page above the limit of visits", async () => {
    const { response, text, read } = await post("/settings/security", "guess", "page");
    expect([response.status, text, read]).toEqual([429, "Too many requests\n", true]);
    expect(response.headers.get("Retry-After")).toBe("60");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(loader).not.toHaveBeenCalled();
  });

  test("sends scripts the error alone", async () => {
    const { response, counted, text } = await post("/settings/security.data", "guess", "page");
    expect([response.status, counted]).toEqual([429, ["guess"]]);
    expect(text).toContain("request/rate-limited");
    expect(loader).not.toHaveBeenCalled();
  });

  test("counts once when it is accepted", async () => {
    expect((await post("/settings/security")).counted).toEqual(["guess"]);
  });
});

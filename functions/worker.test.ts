import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
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
const build = {
  ...serverBuild({
    page: { id: "page", path: "settings/security", module: { loader, action: async () => null, default: () => null } },
  }),
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
  const send = (url: string, method = "GET") =>
    worker.fetch(
      new Request(url, { method, headers: { Origin: new URL(url).origin, "Content-Length": "0" } }),
      BINDINGS,
      {
        waitUntil: (promise) => void promise,
      },
    );

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

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

const logged = vi.spyOn(console, "error");
let worker: typeof import("./worker.ts")["default"];
beforeAll(async () => {
  vi.doMock("@remix-run/dev/server-build", () => serverBuild({}));
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

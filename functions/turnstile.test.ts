import { afterEach, describe, expect, test, vi } from "vitest";
import { contentSecurityPolicy } from "./security.ts";
import { createCaptchaCheck } from "./turnstile.ts";

const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "sb_publishable_x", iceServers: [] },
  secretKey: "sb_secret_x",
  jobsSecret: null,
};
const WITH = { ...env, turnstileSecret: "0x4AAAAAAAsecret" };
afterEach(() => vi.unstubAllGlobals());

/** Scripts siteverify and returns the recorded requests. */
function siteverify(respond: () => Response) {
  const requests: { url: string; body: string }[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push({ url: request.url, body: await request.text() });
    return respond();
  });
  return requests;
}

describe("the captcha check", () => {
  test("accepts everything without Turnstile", async () => {
    const requests = siteverify(() => Response.json({ success: false }));
    expect(await createCaptchaCheck(env)("")).toBe(true);
    expect(requests).toEqual([]);
  });

  test("sends each token to Turnstile once", async () => {
    const requests = siteverify(() => Response.json({ success: true }));
    expect(await createCaptchaCheck(WITH)("a&b")).toBe(true);
    expect(requests).toEqual([
      {
        url: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        body: "secret=0x4AAAAAAAsecret&response=a%26b",
      },
    ]);
  });

  test.each([
    ["a used token", () => Response.json({ success: false, "error-codes": ["timeout-or-duplicate"] })],
    ["a broken response", () => new Response("<html>")],
    ["another shape", () => Response.json({ success: "true" })],
    ["an outage", () => Promise.reject(new TypeError()) as never],
  ])("rejects on %s", async (_name, respond) => {
    siteverify(respond);
    expect(await createCaptchaCheck(WITH)("token")).toBe(false);
  });

  test("rejects a missing or long token without a request", async () => {
    const requests = siteverify(() => Response.json({ success: true }));
    for (const token of ["", "x".repeat(2049)]) expect(await createCaptchaCheck(WITH)(token)).toBe(false);
    expect(requests).toEqual([]);
  });
});

test("only a configured Turnstile may open a frame", () => {
  const policy = (more: object) =>
    contentSecurityPolicy({ ...env.public, ...more }, { nonce: "n", pushOrigin: null, devOrigin: null });
  expect(policy({})).not.toContain("challenges.cloudflare.com");
  expect(policy({ turnstileSiteKey: "0x4AAAAAAAsite" })).toContain("frame-src https://challenges.cloudflare.com;");
});
